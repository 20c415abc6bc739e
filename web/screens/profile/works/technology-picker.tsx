import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { levelLabel } from '#contract/choices.ts';
import { WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { plural } from '../../../plural.ts';
import styles from './technology-picker.module.css';

const MIN_ROWS_TO_FILTER = 9;
const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;

type PickerProps = {
  technologies: readonly Technology[];
  selected: ReadonlySet<string>;
  problem: string | undefined;
  onChange: (selected: ReadonlySet<string>) => void;
};

/** Checkboxes for the user's technologies. The list is a single tab stop with arrow keys (roving tabindex). */
export function TechnologyPicker({ technologies, selected, problem, onChange }: PickerProps) {
  const note = useId();
  const hint = useId();
  const [filter, setFilter] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const sorted = useSorted(technologies, selected);
  const key = searchKey(filter.trim());
  const visible = sorted.filter(({ title }) => searchKey(title).includes(key));
  const matchCount = `${visible.length} de ${technologies.length} tecnologias`;
  const isFull = selected.size >= WORK_TECHNOLOGIES_LIMIT;

  function toggle(id: string) {
    if (!selected.has(id) && isFull) return;
    onChange(new Set(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]));
  }

  function handleFilterKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && (event.key !== 'Escape' || filter === '')) return;
    // Enter must not submit the form, and Escape must not close the dialog.
    event.preventDefault();
    const [only, ...others] = visible;
    if (event.key === 'Escape') changeFilter('');
    else if (only && others.length === 0) {
      toggle(only.id);
      setAnnouncement(toggleWords(only, selected));
    }
  }

  function changeFilter(text: string) {
    setFilter(text);
    setAnnouncement('');
  }

  return (
    <fieldset className={styles.picker} aria-describedby={`${note} ${hint}`}>
      <legend>Tecnologias usadas</legend>
      {technologies.length >= MIN_ROWS_TO_FILTER && (
        <input
          type="search"
          className={styles.filter}
          aria-label="Filtrar tecnologias"
          placeholder="Filtrar"
          autoComplete="off"
          value={filter}
          onChange={(event) => changeFilter(event.target.value)}
          onKeyDown={handleFilterKey}
        />
      )}
      {visible.length > 0 && <Options options={visible} selected={selected} isFull={isFull} onToggle={toggle} />}
      <p role="status" className={visible.length === 0 ? styles.none : 'sr-only'}>
        {visible.length === 0 ? emptyWords(technologies.length) : announcement || (key !== '' && matchCount)}
      </p>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? countWords(selected.size)}
      </p>
      <p id={hint} className={styles.note}>
        {visible.length > 1 && 'Com o teclado, use as setas para andar pela lista.'}
      </p>
    </fieldset>
  );
}

/** Sorts by title, with the initially selected ones first. The order is stable while the user chooses. */
function useSorted(technologies: readonly Technology[], selected: ReadonlySet<string>): Technology[] {
  const [initial] = useState(selected);
  const rank = ({ id }: Technology) => (initial.has(id) ? 0 : 1);
  return technologies.toSorted((one, other) => rank(one) - rank(other) || compareTitles(one.title, other.title));
}

function emptyWords(total: number): string {
  return total === 0 ? 'A sua lista de tecnologias ainda está vazia.' : 'Nenhuma tecnologia com este nome.';
}

function countWords(count: number): string {
  if (count === 0) return `Opcional: até ${WORK_TECHNOLOGIES_LIMIT} das tecnologias da sua lista.`;
  const counted = plural(count, 'escolhida');
  return count < WORK_TECHNOLOGIES_LIMIT ? counted : `${counted}, o máximo. Desmarque uma para escolher outra.`;
}

function toggleWords({ id, title }: Technology, previous: ReadonlySet<string>): string {
  if (previous.has(id)) return `${title}: desmarcada`;
  return previous.size < WORK_TECHNOLOGIES_LIMIT ? `${title}: escolhida` : countWords(previous.size);
}

type OptionsProps = {
  options: readonly Technology[];
  selected: ReadonlySet<string>;
  isFull: boolean;
  onToggle: (id: string) => void;
};

function Options({ options, selected, isFull, onToggle }: OptionsProps) {
  const [lastFocused, setLastFocused] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const tabStop = options.find(({ id }) => id === lastFocused) ?? options[0];

  function handleKey(event: KeyboardEvent) {
    const checkboxes = [...(list.current?.querySelectorAll('input') ?? [])];
    const index = checkboxes.findIndex((checkbox) => checkbox === event.target);
    const targets: Partial<Record<string, number>> = {
      ArrowDown: Math.min(index + 1, checkboxes.length - 1),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: checkboxes.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      checkboxes[target]?.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onToggle(options[index]?.id ?? '');
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.options} onKeyDown={handleKey}>
      {options.map(({ id, title, status }) => (
        <li key={id}>
          <label className={styles.option}>
            <input
              type="checkbox"
              checked={selected.has(id)}
              tabIndex={id === tabStop?.id ? 0 : -1}
              aria-disabled={(isFull && !selected.has(id)) || undefined}
              onFocus={() => setLastFocused(id)}
              onChange={() => onToggle(id)}
            />
            <span>{title}</span>
            <span className={styles.level}>{levelLabel(status)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
