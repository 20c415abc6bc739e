import { useMemo, useState } from 'react';
import { levelLabel, levelRank, levelOf, type Level } from '#contract/choices.ts';
import { searchKey } from '#contract/search-key.ts';
import type { Technology } from '#contract/technology.ts';
import { readQuery, useQueryInAddress } from '../../../shell/signed-in/address-query.ts';
import { compareTitles } from '../../../shell/signed-in/compare-titles.ts';

const MIN_ROWS = 9;

type Arrange = (rows: Technology[]) => Technology[];

/** The list arrives in the order of creation. */
export const ORDERS = {
  cadastro: { label: 'Por cadastro', arrange: (rows) => rows },
  recentes: { label: 'Mais recentes', arrange: (rows) => rows.toReversed() },
  titulo: { label: 'De A a Z', arrange: (rows) => rows.toSorted((a, b) => compareTitles(a.title, b.title)) },
  nivel: {
    label: 'Maior nível',
    arrange: (rows) => rows.toSorted((a, b) => levelRank(b.status) - levelRank(a.status)),
  },
} as const satisfies Record<string, { label: string; arrange: Arrange }>;
export type Order = keyof typeof ORDERS;

// A constant, so that `useListMotion` sees a stable reference.
const NO_ROWS: Technology[] = [];

function readOrder(): Order {
  const order = readQuery('ordem');
  return Object.hasOwn(ORDERS, order) ? (order as Order) : 'cadastro';
}

export type ListView = ReturnType<typeof useListView>;

/** Filter, level and order of the list, stored in the URL. Short lists have none of them. `found` has all levels. */
export function useListView(technologies: Technology[] = NO_ROWS) {
  const [filter, setFilter] = useState(() => readQuery('filtro'));
  const [level, setLevel] = useState<Level | undefined>(() => levelOf(readQuery('nivel')));
  const [order, setOrder] = useState(readOrder);
  const [previous, setPrevious] = useState(technologies);
  useQueryInAddress({ filtro: filter, nivel: level ?? '', ordem: order === 'cadastro' ? '' : order });

  const key = searchKey(filter.trim());
  const isLong = technologies.length >= MIN_ROWS;
  const found = useMemo(() => technologies.filter((technology) => hasText(technology, key)), [technologies, key]);
  const visible = useMemo(
    () => (isLong ? ORDERS[order].arrange(found.filter((technology) => hasLevel(technology, level))) : technologies),
    [technologies, found, isLong, level, order],
  );

  if (technologies !== previous) {
    setPrevious(technologies);
    const previousIds = new Set(previous.map(({ id }) => id));
    const isShown = (technology: Technology) =>
      previousIds.has(technology.id) || (found.includes(technology) && hasLevel(technology, level));
    if (previous !== NO_ROWS && !technologies.every(isShown)) {
      setFilter('');
      setLevel(undefined);
    }
  }

  const isFiltered = isLong && (key !== '' || level !== undefined);
  return { technologies, found, visible, isLong, isFiltered, filter, setFilter, level, setLevel, order, setOrder };
}

function hasText({ title, status }: Technology, key: string): boolean {
  return [title, levelLabel(status)].some((text) => searchKey(text).includes(key));
}

function hasLevel({ status }: Technology, level: Level | undefined): boolean {
  return level === undefined || levelOf(status) === level;
}
