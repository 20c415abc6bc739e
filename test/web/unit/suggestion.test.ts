import { expect, test } from 'vitest';
import { KNOWN_TECHNOLOGIES } from '#contract/public/known-technologies.ts';
import { distance } from '../../../web/screens/dashboard/dialogs/distance.ts';
import { nearestTechnology } from '../../../web/screens/dashboard/dialogs/nearest-technology.ts';

const NAMES = KNOWN_TECHNOLOGIES.map(({ name }) => name);

test.for([
  ['python', 'python', 0],
  ['pyton', 'python', 1],
  ['pyhton', 'python', 1],
  ['pyhtan', 'python', 2],
] as const)('"%s" and "%s" are %d slips apart', ([one, other, slips]) => {
  expect(distance(one, other, 2)).toBe(slips);
  expect(distance(other, one, 2)).toBe(slips);
});

test.for([
  ['Typescrip', 'TypeScript'],
  ['javasrcipt', 'JavaScript'],
  ['Raect', 'React'],
  // Case, blanks, punctuation and endings.
  ['react', 'React'],
  ['  node js ', 'Node.js'],
  ['vue', 'Vue.js'],
  ['c++', 'C++'],
  ['React.js', 'React'],
  ['r studio', 'RStudio'],
] as const)('suggests for "%s" %s', ([typed, meant]) => {
  expect(nearestTechnology(typed)).toBe(meant);
});

test('suggests nothing for text that is no near miss', () => {
  const typed =
    '|   |...|Culinária|Gestão de projetos|Gp|Jav|x|Algoritmos|POO|Testes|Inglês|HTML e CSS| Node.js '.split('|');
  expect(typed.filter((text) => nearestTechnology(text) !== undefined)).toEqual([]);
});

test('suggests nothing for a known name, and its name for each alias', () => {
  expect(NAMES.filter((name) => nearestTechnology(name) !== undefined)).toEqual([]);
  for (const { name, aliases } of KNOWN_TECHNOLOGIES) {
    for (const alias of aliases) expect(nearestTechnology(alias), alias).toBe(name);
  }
});

test('knows each name once, without gaps', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  const all = KNOWN_TECHNOLOGIES.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(all.filter((name) => name.trim() !== name || name === '' || /[()|]/.test(name))).toEqual([]);
});
