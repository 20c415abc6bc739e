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

function ask(packages: object) {
  write('package-lock.json', JSON.stringify({ packages }));
}

function install(packages: Record<string, { version: string }>) {
  for (const [location, { version }] of Object.entries(packages)) {
    write(join(location, 'package.json'), JSON.stringify({ version }));
  }
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
}

function date(path: string, time: Date) {
  utimesSync(join(root, path), time, time);
}

describe('the dependencies', () => {
  const fastify = { version: '5.0.0', integrity: 'sha512-a' };
  const zod = { version: '4.0.0', integrity: 'sha512-b' };
  const forHere = { version: '26.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const forElsewhere = { version: '26.0.0', optional: true, os: ['plan9'], cpu: [process.arch] };
  const asked = { '': { name: 'trilha' }, 'node_modules/fastify': fastify, 'node_modules/zod': zod };
  const installed = { 'node_modules/fastify': fastify, 'node_modules/zod': zod };

  beforeEach(() => {
    ask(asked);
    install(installed);
  });

  test('are fresh when they are what the lock asks for', () => {
    expect(dependenciesAreFresh(root)).toBe(true);
  });

  test('are stale before the first install', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when the lock asks for one more', () => {
    ask({ ...asked, 'node_modules/kysely': { version: '0.29.0' } });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when the lock asks for another version', () => {
    ask({ ...asked, 'node_modules/zod': { ...zod, version: '4.0.1' } });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when the same version has another content', () => {
    ask({ ...asked, 'node_modules/zod': { ...zod, integrity: 'sha512-c' } });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when one is there that the lock does not name', () => {
    install({ ...installed, 'node_modules/left-pad': { version: '1.0.0' } });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when a folder was deleted by hand', () => {
    rmSync(join(root, 'node_modules/zod'), { recursive: true });
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale when only the records of npm were brought up to date', () => {
    write('node_modules/zod/package.json', JSON.stringify({ version: '3.0.0' }));
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are stale after an install that was interrupted', () => {
    rmSync(join(root, 'node_modules/.package-lock.json'));
    expect(dependenciesAreFresh(root)).toBe(false);
    write('node_modules/.package-lock.json', '{ "packages": { "node_modules/fast');
    expect(dependenciesAreFresh(root)).toBe(false);
  });

  test('are fresh without the optional ones of other systems, stale without those of this one', () => {
    ask({ ...asked, 'node_modules/node-elsewhere': forElsewhere });
    expect(dependenciesAreFresh(root)).toBe(true);
    ask({ ...asked, 'node_modules/node-here': forHere });
    expect(dependenciesAreFresh(root)).toBe(false);
    ask({ ...asked, 'node_modules/bound-to-a-c-library': { ...forHere, libc: ['glibc'] } });
    expect(dependenciesAreFresh(root)).toBe(true);
  });

  test('are stale when an optional one has another version', () => {
    ask({ ...asked, 'node_modules/node-here': forHere });
    install({ ...installed, 'node_modules/node-here': { ...forHere, version: '26.1.0' } });
    expect(dependenciesAreFresh(root)).toBe(false);
  });
});

describe('the built web app', () => {
  const before = new Date('2020-01-01T10:00:00Z');
  const build = new Date('2020-01-01T11:00:00Z');
  const after = new Date('2020-01-01T12:00:00Z');

  beforeEach(() => {
    const sources = [
      'vite.config.ts',
      'package.json',
      'package-lock.json',
      'web/screens/login.tsx',
      'contract/user.ts',
    ];
    for (const path of [...sources, 'dist/index.html']) write(path);
    for (const path of [...sources, 'web/screens', 'web', 'contract']) date(path, before);
    date('dist/index.html', build);
  });

  test('is fresh when nothing changed since', () => {
    expect(webIsFresh(root)).toBe(true);
  });

  test('is stale before the first build, and after one that was interrupted', () => {
    rmSync(join(root, 'dist/index.html'));
    write('dist/.partial/index.html');
    expect(webIsFresh(root)).toBe(false);
  });

  test.each(['web/screens/login.tsx', 'contract/user.ts', 'vite.config.ts', 'package.json', 'package-lock.json'])(
    'is stale when %s changed',
    (path) => {
      date(path, after);
      expect(webIsFresh(root)).toBe(false);
    },
  );

  test('is stale when a source was deleted', () => {
    rmSync(join(root, 'web/screens/login.tsx'));
    expect(webIsFresh(root)).toBe(false);
  });

  test('stays fresh when the compiler leaves its notes', () => {
    write('web/tsconfig.tsbuildinfo');
    date('web', before);
    expect(webIsFresh(root)).toBe(true);
  });
});
