import { setTimeout } from 'node:timers/promises';
import { Deviation } from './atom.ts';

/** Timeout for a required change of the page, in milliseconds: far more than a slow machine needs. */
export const PATIENCE = 10_000;

/** The pauses between two polls, in milliseconds. They grow, because a late result often never comes. */
const PAUSES = { first: 30, longest: 500, growth: 1.25 };

/** Polls until `isDone` or for `patience` milliseconds. Returns the last result. */
async function lookUntil<Seen>(look: () => Promise<Seen>, isDone: (seen: Seen) => boolean, patience: number) {
  const end = performance.now() + patience;
  for (let pause = PAUSES.first; ; pause = Math.min(pause * PAUSES.growth, PAUSES.longest)) {
    const seen = await look();
    if (isDone(seen) || performance.now() > end) return seen;
    await setTimeout(pause);
  }
}

/**
 * Polls until `look` returns undefined, which means success.
 * @throws Deviation with the last text that `look` returned
 */
export async function until(expected: string, look: () => Promise<string | undefined>, patience = PATIENCE) {
  const seen = await lookUntil(look, (text) => text === undefined, patience);
  if (seen !== undefined) throw new Deviation(expected, seen);
}

/** True if `look` returns true within `patience` milliseconds. */
export function happens(look: () => Promise<boolean>, patience = PATIENCE): Promise<boolean> {
  return lookUntil(look, Boolean, patience);
}

/** JSON with sorted keys. */
function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function same(expected: string, value: unknown, wanted: unknown): void {
  const [seen, right] = [inOrder(value) ?? 'nada', inOrder(wanted)];
  if (seen !== right) throw new Deviation(`${expected}: ${right}`, seen);
}

export function must(condition: boolean, expected: string, seen: string): void {
  if (!condition) throw new Deviation(expected, seen);
}
