import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WEIGHTS = [400, 700] as const;

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@fontsource/inter/${name}`));
const ranges = JSON.parse(readFileSync(fileOf('unicode.json'), 'utf8')) as Record<string, string>;

const SUBSETS = Object.entries(ranges).map(([name, range]) => ({
  name,
  spans: range.split(',').map((span) => {
    const [first = '', last = first] = span.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  }),
}));

function subsetOf(letter: string): string | undefined {
  const point = letter.codePointAt(0) ?? 0;
  return SUBSETS.find(({ spans }) => spans.some(([first, last]) => first <= point && point <= last))?.name;
}

function countOf(letters: readonly string[]): number {
  return letters.filter((letter) => /[\p{L}\p{N}]/u.test(letter)).length;
}

/** Removes characters that Inter lacks, such as emoji. Returns undefined if it lacks most letters of the text. */
export function inInter(text: string): string | undefined {
  const letters = Array.from(text.normalize('NFC'));
  const supported = letters.filter((letter) => !/\p{C}/u.test(letter) && subsetOf(letter) !== undefined);
  if (countOf(supported) === 0 || countOf(supported) * 2 < countOf(letters)) return undefined;
  return supported.join('').replaceAll(/\s+/g, ' ').trim();
}

export function fontsFor(texts: readonly string[]) {
  const names = new Set(['latin', ...Array.from(texts.join('')).flatMap((letter) => subsetOf(letter) ?? [])]);
  return [...names].flatMap((name) =>
    WEIGHTS.map((weight) => ({
      // Each subset has a name of its own: the drawing tries them in turn.
      name: `Inter ${name}`,
      weight,
      style: 'normal' as const,
      data: readFileSync(fileOf(`files/inter-${name}-${weight}-normal.woff`)),
    })),
  );
}
