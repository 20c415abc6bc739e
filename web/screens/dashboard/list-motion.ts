import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Technology } from '#contract/technology.ts';

const TIMING = { duration: 160, easing: 'ease-out' };
const MARKED_MS = 3_000;
// As many as a screen shows.
const ROWS_MOVED = 20;

/**
 * Fades a new row in, and moves rows up where one has left. Put the ref on the list. (View transitions would block
 * clicks while they run.)
 */
export function useListMotion(technologies: Technology[]) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<string[]>([]);
  useLayoutEffect(() => {
    const ids = technologies.map(({ id }) => id);
    if (list.current) showChange(list.current, before.current, ids);
    before.current = ids;
  }, [technologies]);
  return list;
}

/** Told of the one technology that has come since the list was last shown, and its row. */
export type OnArrival = (id: string, row: HTMLElement) => void;

/** Scrolls to a technology that was added or restored, and marks its row for a moment. */
export function useArrival(
  list: RefObject<HTMLElement | null>,
  technologies: Technology[] | undefined,
  onArrival: OnArrival,
) {
  const before = useRef<Technology[]>(undefined);
  useLayoutEffect(() => {
    const known = new Set(before.current?.map(({ id }) => id));
    const [arrival, ...others] = (before.current && technologies?.filter(({ id }) => !known.has(id))) ?? [];
    before.current = technologies;
    if (arrival === undefined || others.length > 0) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-technology="${CSS.escape(arrival.id)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: 'nearest' });
    row.dataset['new'] = '';
    setTimeout(() => delete row.dataset['new'], MARKED_MS);
    onArrival(arrival.id, row);
  }, [list, technologies, onArrival]);
}

function showChange(list: HTMLElement, before: string[], now: string[]) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [longer, shorter] = now.length > before.length ? [now, before] : [before, now];
  const place = longer.findIndex((id, index) => id !== shorter[index]);
  // Not for a filter or another order.
  if (shorter.length === 0 || longer.toSpliced(place, 1).join() !== shorter.join()) return;
  const rows = [...list.children].slice(place, place + ROWS_MOVED);
  if (longer === now) {
    rows[0]?.animate({ opacity: [0, 1], translate: ['0 -0.5rem', '0'] }, TIMING);
    return;
  }
  const [first, second] = list.children;
  if (!first || !second) return;
  const height = second.getBoundingClientRect().top - first.getBoundingClientRect().top;
  for (const row of rows) row.animate({ translate: [`0 ${height}px`, '0'] }, TIMING);
}
