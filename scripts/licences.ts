import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './set-up.mjs';

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
  // libvips is a separate, replaceable library: section 4 of its licence.
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Shipped unmodified: section 3.3 of its licence.
  [/^satori$/, 'MPL-2.0'],
  // A font may be bundled with any software: condition 2 of its licence.
  [/^@fontsource(-variable)?\//, 'OFL-1.1'],
];
const NODE = /node_modules\/node-(bin|linux|win)-/;

type Locked = { license?: string; dev?: boolean; dependencies?: Record<string, string> };

/** The packages that the server loads or the web app bundles, with their dependencies, from package-lock.json. */
export function listShipped() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const isLoaded = (path: string) => path !== '' && packages[path]?.dev !== true && !NODE.test(path);
  const shipped = new Set(Object.keys(packages).filter(isLoaded));
  const add = (name: string, folder = '') => {
    const path = [`${folder}node_modules/${name}`, `node_modules/${name}`].find((place) => place in packages);
    if (path === undefined || shipped.has(path)) return;
    shipped.add(path);
    for (const dependency of Object.keys(packages[path]?.dependencies ?? {})) add(dependency, `${path}/`);
  };
  for (const name of listBundled()) add(name);
  return [...shipped].toSorted().map((path) => {
    const name = path.replace(/^.*node_modules\//, '');
    const licence = packages[path]?.license ?? 'none';
    return { name, licence, isAllowed: isAllowed(name, licence) };
  });
}

export function isAllowed(name: string, licence: string): boolean {
  const parts = licence.replaceAll(/[()]/g, '').split(' AND ');
  const isException = (part: string) => EXCEPTIONS.some(([names, spdx]) => names.test(name) && spdx === part);
  return parts.every((part) => ALLOWED.includes(part) || isException(part));
}

function listBundled(): Set<string> {
  const names = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(tsx?|css)$/.test(name) && !name.startsWith('build'));
  const text = files.map((name) => readFileSync(join(root, 'web', name), 'utf8')).join('\n');
  const imports = text.matchAll(/(?:from|import|import\(|url\() ?'((?:@[^/']+\/)?[^/'.#]+)/g);
  return new Set([...imports].map(([, name = '']) => name));
}

if (import.meta.main) {
  const shipped = listShipped();
  for (const [licence, all = []] of Object.entries(Object.groupBy(shipped, (each) => each.licence))) {
    console.log(`${licence}: ${all.map(({ name }) => name).join(', ')}\n`);
  }
  const refused = shipped.filter((each) => !each.isAllowed);
  for (const { name, licence } of refused) {
    console.error(
      `${name}: ${licence} is not allowed. Replace the package, or justify the licence in scripts/licences.ts.`,
    );
    process.exitCode = 1;
  }
}
