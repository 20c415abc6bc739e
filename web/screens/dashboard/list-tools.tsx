import { useState } from 'react';
import { levelLabel, LEVELS, levelOf } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { readQuery, useQueryInAddress } from './address-query.ts';
import styles from './list-tools.module.css';

const MIN_ROWS = 9;

const compareTitles = new Intl.Collator('pt-BR', { numeric: true, sensitivity: 'base' }).compare;
const rankOf = ({ status }: Technology) => LEVELS.findIndex((level) => level === levelOf(status));

const ORDERS = {
  cadastro: { label: 'Por cadastro', compare: undefined },
  titulo: { label: 'De A a Z', compare: (a: Technology, b: Technology) => compareTitles(a.title, b.title) },
  nivel: { label: 'Maior nível', compare: (a: Technology, b: Technology) => rankOf(b) - rankOf(a) },
} as const;
type Order = keyof typeof ORDERS;
// A constant, so that `useListMotion` sees a stable reference.
const NO_ROWS: Technology[] = [];

function readOrder(): Order {
  const order = readQuery('ordem');
  return Object.hasOwn(ORDERS, order) ? (order as Order) : 'cadastro';
}

export function useListTools(technologies: Technology[] | undefined) {
  const [filter, setFilter] = useState(() => readQuery('filtro'));
  const [order, setOrder] = useState(readOrder);
  const [previous, setPrevious] = useState(technologies);
  const key = searchKey(filter.trim());
  const matches = ({ title, status }: Technology) =>
    [title, levelLabel(status)].some((text) => searchKey(text).includes(key));
  useQueryInAddress({ filtro: filter, ordem: order === 'cadastro' ? '' : order });

  if (technologies !== previous) {
    setPrevious(technologies);
    const previousIds = previous && new Set(previous.map(({ id }) => id));
    const stayVisible = (technology: Technology) => previousIds?.has(technology.id) === true || matches(technology);
    if (previousIds && !technologies?.every(stayVisible)) setFilter('');
  }

  if (technologies === undefined) return { visible: NO_ROWS, tools: null };
  if (technologies.length < MIN_ROWS) return { visible: technologies, tools: null };

  const filtered = technologies.filter(matches);
  const { compare } = ORDERS[order];
  const visible = compare ? filtered.toSorted(compare) : filtered;
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
