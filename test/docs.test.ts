import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
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

test('both READMEs, the example and the server name the same settings', () => {
  const inServer = [
    ...read('server/config.ts').matchAll(/^\s*'?([A-Z][A-Z_]+)'?,$|read(?:<[^>]+>)?\(\s*'([A-Z_]+)'/gm),
  ];
  const settings = inServer.map(([, onItsOwnLine, inTheCall]) => onItsOwnLine ?? inTheCall).toSorted();
  expect(settings.length).toBeGreaterThan(0);
  for (const document of ['README.md', 'LEIAME.md']) {
    expect([...read(document).matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name).toSorted()).toEqual(settings);
  }
  expect([...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name).toSorted()).toEqual(settings);
});
