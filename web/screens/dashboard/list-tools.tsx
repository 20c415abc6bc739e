import { useState } from 'react';
import { LEVELS, levelOf } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import styles from './list-tools.module.css';

// Up to here a glance finds everything.
const WORTH_FROM = 9;

const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;
// A status that is no level, which another client may have stored, ranks below all of them.
const rankOf = ({ status }: Technology) => LEVELS.findIndex((level) => level === levelOf(status));

const ORDERS = {
  created: { label: 'Ordem de cadastro', compare: undefined },
  title: { label: 'De A a Z', compare: (a: Technology, b: Technology) => compareTitles(a.title, b.title) },
  level: { label: 'Maior nível primeiro', compare: (a: Technology, b: Technology) => rankOf(b) - rankOf(a) },
} as const;
type Order = keyof typeof ORDERS;

/** From nine technologies on, a line that filters and sorts what is shown. By default it changes nothing. */
export function useListTools(technologies: Technology[]) {
  const [filter, setFilter] = useState('');
  const [order, setOrder] = useState<Order>('created');
  const [before, setBefore] = useState(technologies);
  const wanted = searchKey(filter.trim());
  const matches = ({ title }: Technology) => searchKey(title).includes(wanted);

  if (technologies !== before) {
    setBefore(technologies);
    // What a person has just added, or brought back, is not hidden from them.
    const held = new Set(before.map(({ id }) => id));
    if (!technologies.every((technology) => held.has(technology.id) || matches(technology))) setFilter('');
  }

  if (technologies.length < WORTH_FROM) return { shown: technologies, tools: null };

  const found = technologies.filter(matches);
  const { compare } = ORDERS[order];
  const shown = compare ? found.toSorted(compare) : found;
  const tools = (
    <div className={styles.tools}>
      <input
        type="search"
        aria-label="Filtrar tecnologias"
        placeholder="Filtrar"
        autoComplete="off"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <select aria-label="Ordenar" value={order} onChange={(event) => setOrder(event.target.value as Order)}>
        {Object.entries(ORDERS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <p role="status" className="sr-only">
        {wanted !== '' && `${shown.length} de ${technologies.length} tecnologias`}
      </p>
    </div>
  );
  return { shown, tools };
}
