import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

/** Licences (SPDX) that may be passed on under our MIT, with their notice. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  '0BSD',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  'Unlicense',
];
const EXCEPTIONS: Array<[name: RegExp, licence: string]> = [
  // libvips is a library beside ours, which anybody may replace: that is what its licence asks (section 4).
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Its own files stay under it, and they are as npm has them (section 3.3).
  [/^satori$/, 'MPL-2.0'],
  // A font may go along with any software (condition 2).
  [/^@fontsource\//, 'OFL-1.1'],
];

type Locked = { license?: string; dev?: boolean; dependencies?: Record<string, string> };
export type Shipped = { name: string; licence: string; isAllowed: boolean };

/** What the server loads and what is built into the pages, and all that these need, as package-lock.json has it. */
export function listShipped(): Shipped[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const loaded = Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true);
  const shipped = new Set(loaded.filter((path) => !/node_modules\/node-(bin|linux|win)-/.test(path)));
  const add = (path: string) => {
    if (shipped.has(path) && packages[path]?.dev !== true) return;
    shipped.add(path);
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const found = [`${path}/node_modules/${name}`, `node_modules/${name}`].find((place) => place in packages);
      if (found !== undefined && !shipped.has(found)) add(found);
    }
  };
  for (const name of namedByPages()) if (`node_modules/${name}` in packages) add(`node_modules/${name}`);
  return [...shipped].toSorted().map((path) => {
    const name = path.replace(/^.*node_modules\//, '');
    const licence = packages[path]?.license ?? 'none';
    return { name, licence, isAllowed: isAllowed(name, licence) };
  });
}

export function isAllowed(name: string, licence: string): boolean {
  const parts = licence.replaceAll(/[()]/g, '').split(' AND ');
  const isException = (part: string) => EXCEPTIONS.some(([names, its]) => names.test(name) && its === part);
  return parts.every((part) => ALLOWED.includes(part) || isException(part));
}

/** The packages that a file of web/ imports. */
function namedByPages(): Set<string> {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('build'),
  );
  const texts = files.map((file) => readFileSync(join(root, 'web', file), 'utf8')).join('\n');
  const named = [...texts.matchAll(/(?:from|import|import\() ?'([^'.#][^']*)'/g)].map(([, name = '']) => name);
  return new Set(named.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
}

if (import.meta.main) {
  const shipped = listShipped();
  for (const [licence, all = []] of Object.entries(Object.groupBy(shipped, ({ licence: its }) => its))) {
    console.log(`${licence}: ${all.map(({ name }) => name).join(', ')}\n`);
  }
  const refused = shipped.filter(({ isAllowed: allowed }) => !allowed);
  for (const { name, licence } of refused) console.error(`${name} is under ${licence}, which is not on the list.`);
  process.exitCode = refused.length === 0 ? 0 : 1;
}
