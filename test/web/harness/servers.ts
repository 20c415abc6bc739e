import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../../../scripts/set-up.mjs';

/** Something that answers at an address until it is stopped. */
export type Running = { address: string; stop: () => Promise<unknown> };

const MAIN = resolve(import.meta.dirname, '../../../server/main.ts');

/** A Trilha of a test's own, with these settings, on a free port and a fresh database. */
export async function startTrilha(settings: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: 'sqlite::memory:',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = () => {
    child.kill();
    return closed;
  };
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /ready at (\S+)$/.exec(line)?.[1];
    if (address !== undefined) return { address, stop };
    said.push(line);
  }
  throw new Error(`The server did not start: ${said.join('\n')}`);
}

/** One page for every address, on an origin of its own. */
export async function servePage(file: string): Promise<Running> {
  const page = readFileSync(resolve(import.meta.dirname, file));
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, stop };
}
