import { useId, useState, type KeyboardEvent } from 'react';
import { levelLabel } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { plural } from '../../../components/plural.ts';
import { compareTitles } from '../../../shell/signed-in/compare-titles.ts';
import { FilterInput } from '../../../shell/signed-in/filter-input.tsx';
import styles from './technology-picker.module.css';

const MIN_ROWS_TO_FILTER = 9;

type PickerProps = {
  legend: string;
  limit: number;
  technologies: readonly Technology[];
  selected: ReadonlySet<string>;
  problem?: string | undefined;
  onChange: (selected: ReadonlySet<string>) => void;
};

export function TechnologyPicker({ legend, limit, technologies, selected, problem, onChange }: PickerProps) {
  const note = useId();
  const [filter, setFilter] = useState('');
  const sorted = useSorted(technologies, selected);
  const key = searchKey(filter.trim());
  const visible = sorted.filter(({ title }) => searchKey(title).includes(key));
  const isFiltered = key !== '';
  const isFull = selected.size >= limit;

  function handleFilterKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && (event.key !== 'Escape' || filter === '')) return;
    // Enter must not submit the form, and Escape must not close the dialog.
    event.preventDefault();
    if (event.key === 'Escape') setFilter('');
  }

  return (
    <fieldset className={styles.picker} aria-describedby={note}>
      <legend>{legend}</legend>
      {technologies.length >= MIN_ROWS_TO_FILTER && (
        <FilterInput label="Filtrar tecnologias" value={filter} onChange={setFilter} onKeyDown={handleFilterKey} />
      )}
      {visible.length > 0 && (
        <ul className={styles.options}>
          {visible.map(({ id, title, status }) => (
            <li key={id}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  checked={selected.has(id)}
                  disabled={isFull && !selected.has(id)}
                  onChange={() => onChange(selected.symmetricDifference(new Set([id])))}
                />
                <span>{title}</span>
                <span className={styles.level}>{levelLabel(status)}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={visible.length === 0 ? styles.none : 'sr-only'}>
        {visible.length === 0 && emptyWords(technologies.length)}
        {visible.length > 0 && isFiltered && `${visible.length} de ${technologies.length} tecnologias`}
      </p>
      <p id={note} className={styles.note} data-error={problem === undefined ? undefined : ''} role="status">
        {problem ?? countWords(selected.size, limit)}
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
  return total === 0 ? 'Sua lista de tecnologias ainda está vazia.' : 'Nenhuma tecnologia com este nome.';
}

function countWords(count: number, limit: number): string {
  if (count === 0) return `Opcional: até ${limit} das tecnologias da sua lista.`;
  const counted = plural(count, 'escolhida');
  return count < limit ? counted : `${counted}, o máximo. Desmarque uma para escolher outra.`;
}

/** Whether a selection has exactly the stored ids, in any order. */
export function isSame(selected: ReadonlySet<string>, stored: readonly string[]): boolean {
  return selected.symmetricDifference(new Set(stored)).size === 0;
}
