import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dependenciesAreFresh, webIsFresh } from '../../scripts/freshness.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trilha-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const date = (path: string, time: Date) => utimesSync(join(root, path), time, time);
const at = (hour: number) => new Date(2020, 0, 1, hour);
const remove = (path: string) => rmSync(join(root, path), { recursive: true });

function lock(packages: object) {
  write('package-lock.json', JSON.stringify({ packages }));
}

function install(packages: Record<string, { version: string }>) {
  for (const [location, { version }] of Object.entries(packages)) {
    write(join(location, 'package.json'), JSON.stringify({ version }));
  }
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
}

describe('the dependencies', () => {
  const fastify = { version: '5.0.0', integrity: 'sha512-a' };
  const zod = { version: '4.0.0', integrity: 'sha512-b' };
  const optional = { version: '26.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const installed = { 'node_modules/fastify': fastify, 'node_modules/zod': zod };
  const locked = { '': { name: 'trilha' }, ...installed };

  beforeEach(() => {
    lock(locked);
    install(installed);
  });

  test.for<[what: string, change: () => void]>([
    ['are those of the lock', () => undefined],
    ['lack an optional one of another system', () => lock({ ...locked, 'node_modules/a': { ...optional, os: ['x'] } })],
    ['lack one of another C library', () => lock({ ...locked, 'node_modules/a': { ...optional, libc: ['glibc'] } })],
  ])('are fresh when they %s', ([, change]) => {
    change();
    expect(dependenciesAreFresh(root)).toBe(true);
  });

  test.for<[what: string, change: () => void]>([
    ['were never installed', () => remove('node_modules')],
    ['lack one', () => lock({ ...locked, 'node_modules/kysely': { version: '0.29.0' } })],
    ['lack an optional one of this system', () => lock({ ...locked, 'node_modules/node-here': optional })],
    ['have another version', () => lock({ ...locked, 'node_modules/zod': { ...zod, version: '4.0.1' } })],
    ['have other content', () => lock({ ...locked, 'node_modules/zod': { ...zod, integrity: 'sha512-c' } })],
    ['have one too many', () => install({ ...installed, 'node_modules/left-pad': { version: '1.0.0' } })],
    ['lack a folder', () => remove('node_modules/zod')],
    ['differ from the record of npm', () => write('node_modules/zod/package.json', '{ "version": "3.0.0" }')],
    ['have no record of npm', () => remove('node_modules/.package-lock.json')],
    ['have half a record of npm', () => write('node_modules/.package-lock.json', '{ "packages": { "node_mod')],
  ])('are stale when they %s', ([, change]) => {
    change();
    expect(dependenciesAreFresh(root)).toBe(false);
  });
});

describe('the built web app', () => {
  const SOURCES = ['vite.config.ts', 'package.json', 'package-lock.json', 'web/screens/login.tsx', 'contract/user.ts'];
  beforeEach(() => {
    for (const path of [...SOURCES, 'dist/index.html']) write(path);
    for (const path of [...SOURCES, 'web/screens', 'web', 'contract']) date(path, at(10));
    date('dist/index.html', at(11));
  });

  test('is fresh when nothing changed after the build', () => {
    expect(webIsFresh(root)).toBe(true);
    // The compiler may leave its notes beside the sources.
    write('web/tsconfig.tsbuildinfo');
    date('web', at(10));
    expect(webIsFresh(root)).toBe(true);
  });

  test('is stale before the first build, and after an interrupted one', () => {
    remove('dist/index.html');
    write('dist/.partial/index.html');
    expect(webIsFresh(root)).toBe(false);
  });

  test.for(SOURCES)('is stale when %s changed', (path) => {
    date(path, at(12));
    expect(webIsFresh(root)).toBe(false);
  });

  test('is stale when a source was deleted', () => {
    remove('web/screens/login.tsx');
    expect(webIsFresh(root)).toBe(false);
  });
});
