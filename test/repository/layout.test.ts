import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const ROOMS = /^(contract|server|web|scripts|conform|test)\//;
// Vite serves this folder as it is.
const SMALL = ['web/public'];

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

test('a folder has two files or more, at most three levels below the top folder', () => {
  expect(folders.filter((folder) => listFolder(folder).length < 2 && !SMALL.includes(folder))).toEqual([]);
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

test('the diagram of docs/architecture.md has every folder and only existing files', () => {
  const diagram = readDiagram();
  expect([...diagram.keys()].toSorted()).toEqual(folders);
  for (const [folder, names] of diagram) expect(listFolder(folder)).toEqual(expect.arrayContaining(names));
});
