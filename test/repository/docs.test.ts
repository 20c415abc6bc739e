import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../../server/config.ts';

const root = resolve(import.meta.dirname, '../..');
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
const documents = ['README.md', 'LEIAME.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/architecture.md', ...decisions];

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

/** The names that the pattern finds in a document. */
function found(path: string, pattern: RegExp) {
  return new Set([...read(path).matchAll(pattern)].map(([, name]) => name));
}

test('both READMEs, the example and the server name the same settings', () => {
  const settings = new Set<string>(SETTING_NAMES);
  for (const document of ['README.md', 'LEIAME.md']) {
    expect(found(document, /^\| `([A-Z_]+)` /gm)).toEqual(settings);
  }
  expect(found('.env.example', /^#? ?([A-Z_]+)=/gm)).toEqual(settings);
});
