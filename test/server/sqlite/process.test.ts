import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ServerProcess, signUp } from '../../helpers/server-process.ts';
import { aFolder } from './files.ts';

// Prints the CommonJS modules, and the parts of Node, that a process has loaded by its end.
const PRINT_LOADED = `import { createRequire } from 'node:module';
process.on('exit', () => {
  const files = Object.keys(createRequire('/').cache);
  console.error(JSON.stringify([...files, ...process.moduleLoadList]));
});`;

test('a second start compiles nothing, loads no unused module, and its stop leaves one file', async () => {
  const path = join(aFolder(), 'loaded.sqlite');
  const settings = { DATABASE_URL: `sqlite:${path}`, NODE_COMPILE_CACHE: aFolder() };
  const spy = `--import=data:text/javascript;base64,${Buffer.from(PRINT_LOADED).toString('base64')}`;
  let printed = '';
  for (const NODE_OPTIONS of ['', spy]) {
    const server = new ServerProcess({ ...settings, NODE_OPTIONS });
    expect((await signUp(await server.ready())).status).toBe(201);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    printed = server.err.trim().split('\n').at(-1) ?? '';
  }
  expect(existsSync(`${path}-wal`)).toBe(false);
  const names = JSON.parse(printed) as string[];
  const has = (part: string) => names.some((name) => name.includes(part));
  expect(has('/node_modules/fastify/')).toBe(true);
  expect(has('NativeModule internal/modules/typescript')).toBe(true);
  expect(['/pg/', '/sharp/', '/ajv/', 'deps/undici/', 'deps/amaro/'].filter(has)).toEqual([]);
});
