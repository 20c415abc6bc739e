import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { fileOf, PAGES } from '#contract/pages.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { buildApp } from '../../server/app.ts';
import { openDatabase } from '../../server/database/open.ts';
import { compileAhead, compress } from '../../web/build/compress.ts';
import { root } from '../set-up.mjs';

const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Olá'));
`;
const HTML = '<!doctype html><title>Olá</title><div id="root"></div><script type="module" src="/main.js"></script>';

export async function serveHello(): Promise<AsyncDisposable & { address: string }> {
  // Inside the project, so that Vite finds the same React.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'hello-'));
  writeFileSync(join(folder, 'main.js'), SCRIPT);
  writeFileSync(join(folder, 'index.html'), HTML);
  const dist = join(folder, 'dist');
  await build({ root: folder, configFile: false, logLevel: 'error', build: { modulePreload: { polyfill: false } } });
  cpSync(join(root, 'dist', 'server'), join(dist, 'server'), { recursive: true });
  for (const file of ['404.html', ...Object.values(PAGES).map(fileOf)]) {
    if (file !== 'index.html') cpSync(join(dist, 'index.html'), join(dist, file));
  }
  compileAhead(dist);
  compress(dist);

  const database = await openDatabase(':memory:');
  const app = buildApp({ database, passwords: makePasswords(), pages: dist });
  return {
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await database.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}
