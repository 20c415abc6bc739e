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

function subsetOf(character: string): string | undefined {
  const point = character.codePointAt(0) ?? 0;
  return SUBSETS.find(({ spans }) => spans.some(([first, last]) => first <= point && point <= last))?.name;
}

function countLettersAndDigits(characters: readonly string[]): number {
  return characters.filter((character) => /[\p{L}\p{N}]/u.test(character)).length;
}

/** Removes characters that Inter lacks, such as emoji. Returns undefined if it lacks most letters of the text. */
export function inInter(text: string): string | undefined {
  const characters = Array.from(text.normalize('NFC'));
  const supported = characters.filter((character) => !/\p{C}/u.test(character) && subsetOf(character) !== undefined);
  const count = countLettersAndDigits(supported);
  if (count === 0 || count * 2 < countLettersAndDigits(characters)) return undefined;
  return supported.join('').replaceAll(/\s+/g, ' ').trim();
}

export function fontsFor(texts: readonly string[]) {
  const names = new Set(['latin', ...Array.from(texts.join('')).flatMap((character) => subsetOf(character) ?? [])]);
  return [...names].flatMap((name) =>
    WEIGHTS.map((weight) => ({
      // Each subset has a name of its own: satori falls back from one to the next.
      name: `Inter ${name}`,
      weight,
      style: 'normal' as const,
      data: readFileSync(fileOf(`files/inter-${name}-${weight}-normal.woff`)),
    })),
  );
}
