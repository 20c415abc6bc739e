import { setTimeout } from 'node:timers/promises';
import { Deviation } from './atom.ts';

/** How long something that must appear may take, in milliseconds: far above what a slow machine needs. */
export const PATIENCE = 10_000;

/** Milliseconds between two looks: longer and longer, as what is late often does not come at all. */
const PAUSES = { first: 30, longest: 250, growth: 1.25 };

function* pauses() {
  for (let pause = PAUSES.first; ; pause = Math.min(pause * PAUSES.growth, PAUSES.longest)) yield pause;
}

/**
 * Looks until `look` returns undefined, which means that all is as expected.
 * @throws Deviation with the last text that `look` returned
 */
export async function until(expected: string, look: () => Promise<string | undefined>, patience = PATIENCE) {
  const end = performance.now() + patience;
  for (const pause of pauses()) {
    const seen = await look();
    if (seen === undefined) return;
    if (performance.now() > end) throw new Deviation(expected, seen);
    await setTimeout(pause);
  }
}

/** Whether `look` becomes true in time. */
export async function happens(look: () => Promise<boolean>, patience = PATIENCE): Promise<boolean> {
  const end = performance.now() + patience;
  for (const pause of pauses()) {
    if (await look()) return true;
    if (performance.now() > end) break;
    await setTimeout(pause);
  }
  return false;
}

/** JSON whose keys are in order. */
function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Compares two values as JSON. */
export function same(expected: string, value: unknown, wanted: unknown): void {
  const [seen, right] = [inOrder(value) ?? 'nada', inOrder(wanted)];
  if (seen !== right) throw new Deviation(`${expected}: ${right}`, seen);
}

export function must(condition: boolean, expected: string, seen: string): void {
  if (!condition) throw new Deviation(expected, seen);
}
