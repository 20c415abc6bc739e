import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Technology } from '#contract/technology.ts';

const TIMING = { duration: 160, easing: 'ease-out' };
const HIGHLIGHT_MS = 3_000;
const MAX_ANIMATED_ROWS = 20;

/** Animates an added or removed row. Put the ref on the list. Not a view transition, which would block clicks. */
export function useListMotion(technologies: Technology[]) {
  const list = useRef<HTMLUListElement>(null);
  const previousIds = useRef<string[]>([]);
  useLayoutEffect(() => {
    const ids = technologies.map(({ id }) => id);
    if (list.current) animateChange(list.current, previousIds.current, ids);
    previousIds.current = ids;
  }, [technologies]);
  return list;
}

export type OnAdded = (id: string, row: HTMLElement) => void;

export function useAddedRow(
  list: RefObject<HTMLElement | null>,
  technologies: Technology[] | undefined,
  onAdded: OnAdded,
) {
  const previous = useRef<Technology[]>(undefined);
  useLayoutEffect(() => {
    const previousIds = new Set(previous.current?.map(({ id }) => id));
    const [added, ...others] = (previous.current && technologies?.filter(({ id }) => !previousIds.has(id))) ?? [];
    previous.current = technologies;
    if (added === undefined || others.length > 0) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-technology="${CSS.escape(added.id)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: 'nearest' });
    row.dataset['new'] = '';
    setTimeout(() => delete row.dataset['new'], HIGHLIGHT_MS);
    onAdded(added.id, row);
  }, [list, technologies, onAdded]);
}

function animateChange(list: HTMLElement, previousIds: string[], ids: string[]) {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const [longer, shorter] = ids.length > previousIds.length ? [ids, previousIds] : [previousIds, ids];
  const changed = longer.findIndex((id, index) => id !== shorter[index]);
  if (shorter.length === 0 || longer.toSpliced(changed, 1).join() !== shorter.join()) return;
  const rows = [...list.children].slice(changed, changed + MAX_ANIMATED_ROWS);
  if (longer === ids) {
    rows[0]?.animate({ opacity: [0, 1], translate: ['0 -0.5rem', '0'] }, TIMING);
    return;
  }
  const [first, second] = list.children;
  if (!first || !second) return;
  const height = second.getBoundingClientRect().top - first.getBoundingClientRect().top;
  for (const row of rows) row.animate({ translate: [`0 ${height}px`, '0'] }, TIMING);
}
