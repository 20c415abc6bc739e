import { describe, expect, test } from 'vitest';
import { KNOWN_TECHNOLOGIES } from '#contract/known-technologies.ts';
import { distance } from '../../../web/screens/dashboard/distance.ts';
import { nearestTechnology } from '../../../web/screens/dashboard/nearest-technology.ts';

const NAMES = KNOWN_TECHNOLOGIES.map(({ name }) => name);

describe('the slips between two words', () => {
  test.for([
    ['python', 'python', 0],
    ['pyton', 'python', 1],
    ['pythoon', 'python', 1],
    ['pythan', 'python', 1],
    ['pyhton', 'python', 1],
    ['pyhtan', 'python', 2],
    ['', 'go', 2],
    ['go', '', 2],
    ['', '', 0],
  ] as const)('from "%s" to "%s" are %d', ([one, other, slips]) => {
    expect(distance(one, other, 2)).toBe(slips);
    expect(distance(other, one, 2)).toBe(slips);
  });

  test('are not counted past the limit', () => {
    expect(distance('pyhtan', 'python', 1)).toBe(Infinity);
    expect(distance('java', 'javascript', 5)).toBe(Infinity);
    expect(distance('java', 'javascript', 6)).toBe(6);
  });
});

describe('the name that was probably meant', () => {
  test.for([
    ['Typescrip', 'TypeScript'],
    ['javasrcipt', 'JavaScript'],
    ['Pyhton', 'Python'],
    ['Kubernets', 'Kubernetes'],
    ['postgressql', 'PostgreSQL'],
    ['Raect', 'React'],
    ['react', 'React'],
    ['  node js ', 'Node.js'],
    ['vue', 'Vue.js'],
    ['tailwind', 'Tailwind CSS'],
    ['c++', 'C++'],
    ['c#', 'C#'],
    ['phyton', 'Python'],
    ['HTLM', 'HTML'],
    ['reactjs', 'React'],
    ['React.js', 'React'],
    ['vscode', 'VS Code'],
    ['csharp', 'C#'],
    ['ract', 'React'],
    ['gti', 'Git'],
    ['mongo', 'MongoDB'],
    ['js', 'JavaScript'],
    ['exel', 'Excel'],
    ['chat gpt', 'ChatGPT'],
    ['NuxtJS', 'Nuxt'],
    ['Motion', 'Framer Motion'],
    ['r studio', 'RStudio'],
    ['extjs', 'Ext JS'],
    ['TOTVS', 'Protheus'],
    ['sails.js', 'Sails'],
    ['discord', 'Discord'],
  ] as const)('for "%s" is %s (X-202)', ([typed, meant]) => {
    expect(nearestTechnology(typed)).toBe(meant);
  });

  test.for([
    '',
    '   ',
    '...',
    'Culinária',
    'Gestão de projetos',
    'Gp',
    'Jav',
    'x',
    'Algoritmos',
    'POO',
    'Testes',
    'Inglês',
    'HTML e CSS',
  ])('for "%s" is nobody’s guess', (typed) => {
    expect(nearestTechnology(typed)).toBeUndefined();
  });

  test('is never asked after where the name is right already', () => {
    expect(NAMES.filter((name) => nearestTechnology(name) !== undefined)).toEqual([]);
    expect(nearestTechnology(' Node.js ')).toBeUndefined();
  });

  test('comes from a list that has each name once, and no gaps', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    const all = KNOWN_TECHNOLOGIES.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(all.filter((name) => name.trim() !== name || name === '' || /[()|]/.test(name))).toEqual([]);
  });

  test('knows what a course of today is about, and takes no such name for another (X-202)', () => {
    const today = 'C|VS Code|OpenAI|OpenAPI|ChatGPT|Copilot|LangChain|n8n|Scratch|Excel|Canva|Power BI|.NET'.split('|');
    expect(today.filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(NAMES.length).toBeGreaterThanOrEqual(300);
  });

  test('takes no product for one whose name is like it (X-534)', () => {
    const alike = 'Protheus|InDesign|Ext JS|Llama|Sails|Bazel|Espresso|Discord|RStudio'.split('|');
    expect(alike.filter((name) => nearestTechnology(name) !== undefined)).toEqual([]);
  });

  test('has each alias for one name only (X-202)', () => {
    for (const { name, aliases } of KNOWN_TECHNOLOGIES) {
      for (const alias of aliases) expect(nearestTechnology(alias), alias).toBe(name);
    }
  });
});
