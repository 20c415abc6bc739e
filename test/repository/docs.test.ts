import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../server/config.ts';
import { TABLE_NAMES } from '../../server/database/tables.ts';

const root = resolve(import.meta.dirname, '../..');
const documents = ['', 'docs/', 'docs/decisions/'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}${name}`),
);

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exists = (path: string) => existsSync(join(root, path));

/** The first group of each match of the pattern in a document. */
function all(path: string, pattern: RegExp): string[] {
  return [...read(path).matchAll(pattern)].map(([, found = '']) => found);
}

test.each(documents)('%s names only commands, links, files and parts of files that exist', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(all(document, /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  const links = all(document, /\]\(([^)#]+)[^)]*\)/g).filter((link) => !/^https?:/.test(link));
  expect(links.filter((link) => !exists(join(dirname(document), link)))).toEqual([]);
  const files = all(document, /`((?:contract|server|web|test|scripts|deploy|docs)\/[\w./-]+)`/g);
  // The operator makes this one.
  expect(files.filter((file) => file !== 'deploy/.env' && !exists(file))).toEqual([]);
  const parts = read(document).matchAll(/`(?:await )?(\w+)[^`]*`\s(?:of|in)\s`([\w./-]+\.tsx?)`/g);
  const missing = [...parts].filter(([, name = '', file = '']) => exists(file) && !read(file).includes(name));
  expect(missing.map(([words]) => words)).toEqual([]);
});

test('the configuration documents, .env.example and the server name the same settings', () => {
  const settings = new Set<string>(SETTING_NAMES);
  for (const document of ['docs/configuration.md', 'LEIAME.md']) {
    expect(new Set(all(document, /^\| `([A-Z_]+)` /gm))).toEqual(settings);
  }
  expect(new Set(all('.env.example', /^#? ?([A-Z_]+)=/gm))).toEqual(settings);
});

test('the record of processing names every table of the database', () => {
  const [tables = ''] = all('docs/processing-record.md', /^Tables: ([^.]+)\.$/gm);
  expect(new Set(tables.match(/\w+/g))).toEqual(new Set(TABLE_NAMES));
});

test('the table of ASVS has each requirement once, in order, with a known state', () => {
  const rows = all('docs/asvs.md', /^\| (\d+\.\d+\.\d+)\*? +\| (?:met|partly|not|absent|operator) +\| .* \|$/gm);
  expect(rows).toEqual(all('docs/asvs.md', /^\| (\d+\.\d+\.\d+)/gm));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
});
