import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const ROOMS = ['contract', 'server', 'web', 'scripts', 'test'];
// A migration that has been released is never merged with another.
const GROWING = ['server/database/migrations'];
// Vite serves this folder as it is.
const SMALL = ['web/public'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => ROOMS.some((room) => file.startsWith(`${room}/`)) && isSource(file) && existsSync(join(root, file)),
  );

/** A component's style sheet stands beside it and needs no line of its own, nor does a room's tsconfig. */
function isSource(file: string): boolean {
  return !/\.module\.css$|tsconfig\.json$/.test(file);
}

/** What stands directly in a folder: files by name, folders with a slash. */
function listFolder(folder: string): string[] {
  const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
  return [...new Set(inside.map((path) => path.replace(/\/.*$/, '/')))].toSorted();
}

const folders = [...new Set(files.flatMap(foldersOf))].toSorted();

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [...foldersOf(folder), folder];
}

function countCode(folder: string): number {
  return files.filter((file) => dirname(file) === folder && /\.(ts|tsx|mjs)$/.test(file)).length;
}

describe('the folders', () => {
  test('hold sixteen code files at most', () => {
    const full = folders.filter((folder) => countCode(folder) > 16 && !GROWING.includes(folder));
    expect(full).toEqual([]);
  });

  test('hold three files at least, or folders that do', () => {
    expect(folders.filter((folder) => listFolder(folder).length < 3 && !SMALL.includes(folder))).toEqual([]);
  });

  test('are three below their room at most', () => {
    expect(folders.filter((folder) => folder.split('/').length > 4)).toEqual([]);
  });
});

/** The diagram of docs/architecture.md: each folder that it shows, with the names that stand in it. */
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

  // A folder whose files need no words of their own is one line.
  test.for([...diagram].filter(([, names]) => names.some((name) => !name.endsWith('/'))))(
    'is what ls shows of %s',
    ([folder, names]) => {
      expect(names.toSorted()).toEqual(listFolder(folder));
    },
  );
});
