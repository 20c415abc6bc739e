import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { levelLabel } from '#contract/choices.ts';
import { WORK_TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import styles from './technology-picker.module.css';

// A shorter list fits the dialog.
const FILTER_FROM = 9;
const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;

type PickerProps = {
  technologies: readonly Technology[];
  chosen: ReadonlySet<string>;
  /** What the server has refused. */
  problem: string | undefined;
  onChange: (chosen: ReadonlySet<string>) => void;
};

/** Chooses among the user's technologies. The list is one stop of the Tab key: the arrows walk through it. */
export function TechnologyPicker({ technologies, chosen, problem, onChange }: PickerProps) {
  const note = useId();
  const hint = useId();
  const [filter, setFilter] = useState('');
  /** What Enter did in the filter. */
  const [done, setDone] = useState('');
  const sorted = useSorted(technologies, chosen);
  const key = searchKey(filter.trim());
  const visible = sorted.filter(({ title }) => searchKey(title).includes(key));
  const found = `${visible.length} de ${technologies.length} tecnologias`;
  const isFull = chosen.size >= WORK_TECHNOLOGIES_LIMIT;

  function toggle(id: string) {
    if (!chosen.has(id) && isFull) return;
    onChange(new Set(chosen.has(id) ? [...chosen].filter((other) => other !== id) : [...chosen, id]));
  }

  function pressInFilter(event: KeyboardEvent) {
    if (event.key !== 'Enter' && (event.key !== 'Escape' || filter === '')) return;
    // Neither sends the form nor closes the dialog.
    event.preventDefault();
    const [only, ...others] = visible;
    if (event.key === 'Escape') changeFilter('');
    else if (only && others.length === 0) {
      toggle(only.id);
      setDone(doneWords(only, chosen));
    }
  }

  function changeFilter(text: string) {
    setFilter(text);
    setDone('');
  }

  return (
    <fieldset className={styles.picker} aria-describedby={`${note} ${hint}`}>
      <legend>Tecnologias usadas</legend>
      {technologies.length >= FILTER_FROM && (
        <input
          type="search"
          className={styles.filter}
          aria-label="Filtrar tecnologias"
          placeholder="Filtrar"
          autoComplete="off"
          value={filter}
          onChange={(event) => changeFilter(event.target.value)}
          onKeyDown={pressInFilter}
        />
      )}
      {visible.length > 0 && <Options options={visible} chosen={chosen} isFull={isFull} onToggle={toggle} />}
      <p role="status" className={visible.length === 0 ? styles.none : 'sr-only'}>
        {visible.length === 0 ? emptyWords(technologies.length) : done || (key !== '' && found)}
      </p>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? countWords(chosen.size)}
      </p>
      <p id={hint} className={styles.note}>
        {visible.length > 1 && 'Com o teclado, use as setas para andar pela lista.'}
      </p>
    </fieldset>
  );
}

/** From A to Z, after those that were chosen at first: nothing moves while one chooses. */
function useSorted(technologies: readonly Technology[], chosen: ReadonlySet<string>): Technology[] {
  const [first] = useState(chosen);
  const rank = ({ id }: Technology) => (first.has(id) ? 0 : 1);
  return technologies.toSorted((one, other) => rank(one) - rank(other) || compareTitles(one.title, other.title));
}

function emptyWords(all: number): string {
  return all === 0 ? 'A sua lista de tecnologias ainda está vazia.' : 'Nenhuma tecnologia com este nome.';
}

function countWords(count: number): string {
  if (count === 0) return `Opcional: até ${WORK_TECHNOLOGIES_LIMIT} das tecnologias da sua lista.`;
  const counted = count === 1 ? '1 escolhida' : `${count} escolhidas`;
  return count < WORK_TECHNOLOGIES_LIMIT ? counted : `${counted}, o máximo. Desmarque uma para escolher outra.`;
}

/** What the toggling of this one did: none is chosen above the limit. */
function doneWords({ id, title }: Technology, before: ReadonlySet<string>): string {
  if (before.has(id)) return `${title}: desmarcada`;
  return before.size < WORK_TECHNOLOGIES_LIMIT ? `${title}: escolhida` : countWords(before.size);
}

type OptionsProps = {
  options: readonly Technology[];
  chosen: ReadonlySet<string>;
  isFull: boolean;
  onToggle: (id: string) => void;
};

function Options({ options, chosen, isFull, onToggle }: OptionsProps) {
  const [last, setLast] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const stop = options.find(({ id }) => id === last) ?? options[0];

  function walk(event: KeyboardEvent) {
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])];
    const at = boxes.findIndex((box) => box === event.target);
    const targets: Partial<Record<string, number>> = {
      ArrowDown: Math.min(at + 1, boxes.length - 1),
      ArrowUp: Math.max(at - 1, 0),
      Home: 0,
      End: boxes.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      boxes[target]?.focus();
    } else if (event.key === 'Enter') {
      // Here it would send the form by accident.
      event.preventDefault();
      onToggle(options[at]?.id ?? '');
    }
  }

  return (
    // The keys reach it from its checkboxes.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className={styles.options} onKeyDown={walk}>
      {options.map(({ id, title, status }) => (
        <li key={id}>
          <label className={styles.option}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              tabIndex={id === stop?.id ? 0 : -1}
              aria-disabled={(isFull && !chosen.has(id)) || undefined}
              onFocus={() => setLast(id)}
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
