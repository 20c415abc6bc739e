import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../server/config.ts';

const root = resolve(import.meta.dirname, '../..');
const documents = ['', 'docs/', 'docs/decisions/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`),
);

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

test.each(documents)('%s names only commands that exist', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(document).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(documents)('%s links only to files that exist', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link]) => link ?? '');
  const broken = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(document), link)));
  expect(broken).toEqual([]);
});

function filesIn(document: string): string[] {
  return read(document).match(/(?<=`)(contract|server|web|test|scripts|deploy|docs)\/[\w./-]+(?=`)/g) ?? [];
}

test.each(documents)('%s names only files that exist (X-525)', (document) => {
  // Whoever deploys makes this one.
  expect(filesIn(document).filter((file) => file !== 'deploy/.env' && !existsSync(join(root, file)))).toEqual([]);
});

/** The names that the pattern finds in a document. */
function found(path: string, pattern: RegExp) {
  return new Set([...read(path).matchAll(pattern)].map(([, name]) => name));
}

test('docs/configuration.md, LEIAME.md, .env.example and the server name the same settings', () => {
  const settings = new Set<string>(SETTING_NAMES);
  for (const document of ['docs/configuration.md', 'LEIAME.md']) {
    expect(found(document, /^\| `([A-Z_]+)` /gm)).toEqual(settings);
  }
  expect(found('.env.example', /^#? ?([A-Z_]+)=/gm)).toEqual(settings);
});

test('the table of ASVS has each requirement once, and names files (X-227)', () => {
  const rows = [...read('docs/asvs.md').matchAll(/^\| (\d+\.\d+\.\d+)\*? +\| (\w+) +\| (.*) \|$/gm)];
  const ids = rows.map(([, id = '']) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  const states = ['met', 'partly', 'not', 'absent', 'operator'];
  expect(rows.filter(([, , state = '']) => !states.includes(state))).toEqual([]);
  expect(filesIn('docs/asvs.md').length).toBeGreaterThan(100);
});
