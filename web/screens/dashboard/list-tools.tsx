import { useState } from 'react';
import { levelLabel, LEVELS, levelOf } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { readQuery, useQueryInAddress } from './address-query.ts';
import styles from './list-tools.module.css';

// A shorter list fits a screen.
const TOOLS_FROM = 9;

const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;
// A stored status that is no level ranks lowest.
const rankOf = ({ status }: Technology) => LEVELS.findIndex((level) => level === levelOf(status));

/** By their names in the address. */
const ORDERS = {
  cadastro: { label: 'Por cadastro', compare: undefined },
  titulo: { label: 'De A a Z', compare: (a: Technology, b: Technology) => compareTitles(a.title, b.title) },
  nivel: { label: 'Maior nível', compare: (a: Technology, b: Technology) => rankOf(b) - rankOf(a) },
} as const;
type Order = keyof typeof ORDERS;
const NONE: Technology[] = [];

function storedOrder(): Order {
  const order = readQuery('ordem');
  return Object.hasOwn(ORDERS, order) ? (order as Order) : 'cadastro';
}

/** Filters and sorts the list, undefined while it loads. The address keeps how, through a reload. */
export function useListTools(technologies: Technology[] | undefined) {
  const [filter, setFilter] = useState(() => readQuery('filtro'));
  const [order, setOrder] = useState(storedOrder);
  const [before, setBefore] = useState(technologies);
  const key = searchKey(filter.trim());
  const matches = ({ title, status }: Technology) =>
    [title, levelLabel(status)].some((text) => searchKey(text).includes(key));
  useQueryInAddress({ filtro: filter, ordem: order === 'cadastro' ? '' : order });

  if (technologies !== before) {
    setBefore(technologies);
    // What was just added or restored must be visible.
    const known = before && new Set(before.map(({ id }) => id));
    if (known && !technologies?.every((technology) => known.has(technology.id) || matches(technology))) setFilter('');
  }

  if (technologies === undefined) return { visible: NONE, tools: null };
  if (technologies.length < TOOLS_FROM) return { visible: technologies, tools: null };

  const found = technologies.filter(matches);
  const { compare } = ORDERS[order];
  const visible = compare ? found.toSorted(compare) : found;
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
        {key !== '' && `${visible.length} de ${technologies.length} tecnologias`}
      </p>
    </div>
  );
  return { visible, tools };
}
