import { KNOWN_TECHNOLOGIES, spellingOf, SPELLINGS } from '#contract/public/known-technologies.ts';
import { distance } from './distance.ts';

const NAMES = new Set(KNOWN_TECHNOLOGIES.map(({ name }) => name));

export function nearestTechnology(typed: string): string | undefined {
  const text = typed.trim();
  const key = spellingOf(text);
  if (key === '' || NAMES.has(text)) return undefined;
  let nearest: { name: string; edits: number } | undefined;
  for (const spelling of SPELLINGS) {
    const edits = editsBetween(key, spelling.key);
    if (edits < (nearest?.edits ?? Infinity)) nearest = { name: spelling.name, edits };
  }
  return nearest?.name;
}

function editsBetween(typed: string, key: string): number {
  if (typed === key) return 0;
  // In a short key one edit often gives another technology, and the first letter is rarely wrong.
  const isShort = typed.length < 5;
  if (isShort && typed[0] !== key[0]) return Infinity;
  if (sortedLetters(typed) === sortedLetters(key)) return distance(typed, key, 2);
  if (isShort && (typed.length < 4 || key.length < 5)) return Infinity;
  return distance(typed, key, typed.length < 8 ? 1 : 2);
}

function sortedLetters(word: string): string {
  return Array.from(word).toSorted().join('');
}
