import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mutants } from '../../scripts/mutants/faults.ts';
import { changesOf } from '../../scripts/mutants/mutant.ts';
import { ATOM, ID, readTitles } from '../helpers/titles.ts';

const root = resolve(import.meta.dirname, '../..');
const titles = readTitles(root);
const named = new Set(titles.flatMap(({ text }) => text.match(ATOM) ?? []));

const LINE = /^\| (M-\d{3}) +\|.*\| (covered|open) +\|$/gm;
const list = readFileSync(join(root, 'docs/atoms.md'), 'utf8');
const atoms = [...list.matchAll(LINE)].map(([, id = '', state = '']) => ({ id, state }));

describe('the list of atoms', () => {
  test('holds each of the 164 once, in order', () => {
    const all = Array.from({ length: 164 }, (_, index) => `M-${String(index + 1).padStart(3, '0')}`);
    expect(atoms.map(({ id }) => id)).toEqual(all);
  });

  test('calls none covered that no test names', () => {
    const covered = atoms.filter(({ state }) => state === 'covered').map(({ id }) => id);
    expect(covered.filter((id) => !named.has(id))).toEqual([]);
  });

  test('calls none open that a test names', () => {
    const open = atoms.filter(({ state }) => state === 'open').map(({ id }) => id);
    expect(open.filter((id) => named.has(id))).toEqual([]);
  });
});

describe('the titles of the tests', () => {
  test('carry no id that the list does not define, in one line', () => {
    const defined = [...list.matchAll(/^\| ([MAGX]-\d{1,3}) +\|/gm)].map(([, id]) => id);
    expect(defined.filter((id, index) => defined.indexOf(id) !== index)).toEqual([]);
    const carried = titles.flatMap(({ text }) => text.match(ID) ?? []);
    expect([...new Set(carried)].filter((id) => !defined.includes(id))).toEqual([]);
  });

  test('name three atoms at most: a test that proves more proves none of them well', () => {
    expect(titles.filter(({ text }) => (text.match(ATOM) ?? []).length > 3)).toEqual([]);
  });
});

describe('the planted faults', () => {
  test.for(mutants)('find their place in the source: $fault', (mutant) => {
    for (const { file, find } of changesOf(mutant)) {
      const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
      expect(places, `${file} has ${places} times: ${find}`).toBe(1);
    }
  });

  test('each have a test that names their atom', () => {
    const all = titles.map(({ text }) => text).join('\n');
    expect(mutants.flatMap((mutant) => mutant.atoms).filter((id) => !all.includes(id))).toEqual([]);
  });
});
