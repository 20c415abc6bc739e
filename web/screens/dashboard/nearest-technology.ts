import { KNOWN_TECHNOLOGIES, spellingOf, SPELLINGS } from '#contract/known-technologies.ts';
import { distance } from './distance.ts';

const NAMES = new Set(KNOWN_TECHNOLOGIES.map(({ name }) => name));

/** The known name that was probably meant; undefined for a known spelling or an unknown name. */
export function nearestTechnology(typed: string): string | undefined {
  const text = typed.trim();
  const key = spellingOf(text);
  if (key === '' || NAMES.has(text)) return undefined;
  let nearest: { name: string; slips: number } | undefined;
  for (const spelling of SPELLINGS) {
    const slips = slipsBetween(key, spelling.key);
    if (slips < (nearest?.slips ?? Infinity)) nearest = { name: spelling.name, slips };
  }
  return nearest?.name;
}

/** Infinity where the two are more probably different names. */
function slipsBetween(typed: string, known: string): number {
  if (typed === known) return 0;
  // A slip in a short name makes another name; its first letter is seldom wrong.
  const isShort = typed.length < 5;
  if (isShort && typed[0] !== known[0]) return Infinity;
  if (lettersOf(typed) === lettersOf(known)) return distance(typed, known, 2);
  if (isShort && (typed.length < 4 || known.length < 5)) return Infinity;
  return distance(typed, known, typed.length < 8 ? 1 : 2);
}

function lettersOf(word: string): string {
  return Array.from(word).toSorted().join('');
}
