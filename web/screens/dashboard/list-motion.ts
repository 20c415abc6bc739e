import { useLayoutEffect, useRef } from 'react';
import type { Technology } from '#contract/technology.ts';

const TIMING = { duration: 160, easing: 'ease-out' };
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
