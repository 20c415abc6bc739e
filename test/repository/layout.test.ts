import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const ROOMS = /^(contract|server|web|scripts|test)\//;
// Vite serves this folder as it is.
const SMALL = ['web/public'];

// A component's style sheet needs no line of its own in the diagram, nor does a room's tsconfig.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => ROOMS.test(file) && !/\.module\.css$|tsconfig\.json$/.test(file) && existsSync(join(root, file)));

const folders = [...new Set(files.flatMap(foldersOf))].toSorted();

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

/** The names directly in a folder, those of folders with a slash. */
function listFolder(folder: string): string[] {
  const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
  return [...new Set(inside.map((path) => path.replace(/\/.*$/, '/')))].toSorted();
}

// A smell, not a wall; migrations only grow.
for (const folder of folders.filter((path) => path !== 'server/database/migrations')) {
  const code = listFolder(folder).filter((name) => /\.(ts|tsx|mjs)$/.test(name)).length;
  if (code > 16) console.warn(`${folder} has ${code} code files: is it one room?`);
}

test('a folder has at least three files, or folders', () => {
  expect(folders.filter((folder) => listFolder(folder).length < 3 && !SMALL.includes(folder))).toEqual([]);
});

test('a folder is at most three levels below its room', () => {
  expect(folders.filter((folder) => folder.split('/').length > 4)).toEqual([]);
});

/** The folders in the diagram of docs/architecture.md, with the names in each. */
function readDiagram(): Map<string, string[]> {
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8')) ?? [];
  const shown = new Map<string, string[]>();
  const path: string[] = [];
  for (const [, indent = '', name = ''] of block.matchAll(/^( *)(\S+)/gm)) {
    path.length = indent.length / 2;
    shown.get(path.join('/'))?.push(name);
    path.push(name.replace(/\/$/, ''));
    if (name.endsWith('/')) shown.set(path.join('/'), []);
  }
  return shown;
}

describe('the diagram of docs/architecture.md', () => {
  const diagram = readDiagram();

  test('shows every folder', () => {
    expect([...diagram.keys()].toSorted()).toEqual(folders);
  });

  // A folder that needs no words on its files is one line.
  test.for([...diagram].filter(([, names]) => names.some((name) => !name.endsWith('/'))))(
    'shows every file of %s',
    ([folder, names]) => {
      expect(names.toSorted()).toEqual(listFolder(folder));
    },
  );
});
