import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SECTIONS } from '../../conform/atoms/all.ts';
import { mutants } from '../../scripts/mutants/faults.ts';
import { ID, readTitles } from '../helpers/titles.ts';

const root = resolve(import.meta.dirname, '../..');
const titles = readTitles(root);
const judged = SECTIONS.flatMap(({ atoms }) => atoms.map(({ id }) => id));
const named = new Set([...titles.flatMap(({ text }) => text.match(ID) ?? []), ...judged]);

const list = readFileSync(join(root, 'docs/atoms.md'), 'utf8');
const defined = [...list.matchAll(/^\| ([MAGX]-\d{1,3}) +\|/gm)].map(([, id = '']) => id);

/** The words of a title without its ids. */
function wordsOf(text: string): string[] {
  return text.replace(/\([^()]*\b[MAGX]-\d[^()]*\)/g, '').match(/\S*\p{L}\S*/gu) ?? [];
}

describe('docs/atoms.md', () => {
  test('has the 164 lines of the specification once, in order', () => {
    const all = Array.from({ length: 164 }, (_, index) => `M-${String(index + 1).padStart(3, '0')}`);
    expect(defined.filter((id) => id.startsWith('M-'))).toEqual(all);
  });

  test('defines each id once', () => {
    expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([]);
  });

  test('has a title for each line of the specification', () => {
    expect(defined.filter((id) => id.startsWith('M-') && !named.has(id))).toEqual([]);
  });

  test('defines the ids of all titles, and X- ids of planted faults only', () => {
    expect([...named].filter((id) => !defined.includes(id))).toEqual([]);
    const planted = new Set(mutants.flatMap(({ atoms }) => atoms));
    expect(defined.filter((id) => id.startsWith('X-') && !planted.has(id))).toEqual([]);
  });
});

describe('titles', () => {
  test('have at most fifteen words before their ids', () => {
    expect(titles.filter(({ text }) => wordsOf(text).length > 15).map(({ text }) => text)).toEqual([]);
  });

  test('name at most eight ids', () => {
    expect(titles.filter(({ text }) => (text.match(ID) ?? []).length > 8)).toEqual([]);
  });
});

describe('the planted faults', () => {
  test.for(mutants)('find their place in the source: $title', ({ changes }) => {
    for (const { file, find } of changes) {
      const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
      expect(places, `${file} has ${places} times: ${find}`).toBe(1);
    }
  });

  test('each have a test that names their id', () => {
    expect(mutants.flatMap(({ atoms }) => atoms).filter((id) => !named.has(id))).toEqual([]);
  });
});
