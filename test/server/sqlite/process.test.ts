import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../server/accounts/tokens.ts';
import { refused, ServerProcess, signUp } from '../../helpers/server-process.ts';
import { aFolder } from './files.ts';

describe('a start that cannot be says why, in a line for each reason:', () => {
  test('the folder cannot be written', async () => {
    const file = join(aFolder(), 'file');
    writeFileSync(file, 'x');
    const lines = await refused({ DATABASE_URL: `sqlite:${file}/trilha.sqlite` });
    expect(lines).toEqual([expect.stringMatching(/cannot be opened .* check its permissions/)]);
  });

  test('the file is no database', async () => {
    const path = join(aFolder(), 'text');
    writeFileSync(path, 'not a database '.repeat(100));
    const before = fingerprint(readFileSync(path, 'latin1'));
    expect(await refused({ DATABASE_URL: `sqlite:${path}` })).toEqual([
      `${path} is not a SQLite database: point DATABASE_URL at another file.`,
    ]);
    expect(fingerprint(readFileSync(path, 'latin1'))).toBe(before);
  });
});

test('a stop leaves one file', async () => {
  const path = join(aFolder(), 'stop.sqlite');
  const server = new ServerProcess({ DATABASE_URL: `sqlite:${path}` });
  expect((await signUp(await server.ready())).status).toBe(201);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  expect(existsSync(`${path}-wal`)).toBe(false);
});

// CommonJS modules, and the parts of Node, that a process has loaded by its end.
const TELL = `import { createRequire } from 'node:module';
process.on('exit', () => {
  const files = Object.keys(createRequire('/').cache);
  console.error(JSON.stringify([...files, ...process.moduleLoadList]));
});`;

test('a second start compiles nothing, and loads nothing that only other settings need (X-310)', async () => {
  const settings = {
    DATABASE_URL: `sqlite:${join(aFolder(), 'loaded.sqlite')}`,
    NODE_COMPILE_CACHE: aFolder(),
  };
  const loaded: string[][] = [];
  for (const NODE_OPTIONS of ['', `--import=data:text/javascript;base64,${Buffer.from(TELL).toString('base64')}`]) {
    const server = new ServerProcess({ ...settings, NODE_OPTIONS });
    const address = await server.ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    const told = server.err.trim().split('\n').at(-1) ?? '';
    if (told.startsWith('[')) loaded.push(JSON.parse(told) as string[]);
  }
  const [names = []] = loaded;
  const has = (part: string) => names.some((name) => name.includes(part));
  expect(has('/node_modules/fastify/')).toBe(true);
  expect(has('NativeModule internal/modules/typescript')).toBe(true);
  const needless = ['/pg/', '/sharp/', '/ajv/', 'deps/undici/', 'deps/amaro/'];
  expect(needless.filter(has)).toEqual([]);
});
