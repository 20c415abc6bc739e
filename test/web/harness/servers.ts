import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compileCache } from '../../../scripts/set-up.mjs';

/** A server that runs until it is stopped. */
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
  return listen(
    createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    }),
  );
}

/** A proxy that changes the texts of a server. */
export async function serveChanged(from: string, change: (text: string, headers: Headers) => string): Promise<Running> {
  async function forward(request: IncomingMessage, response: ServerResponse) {
    const { method = 'GET', url } = request;
    const body = Buffer.concat(await request.toArray());
    const kept = Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name));
    const answer = await fetch(`${from}${url}`, {
      method,
      headers: Object.fromEntries(kept) as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const headers = new Headers(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'content-security-policy']) headers.delete(name);
    const isText = /html|javascript|json/.test(headers.get('content-type') ?? '');
    const content = isText ? change(await answer.text(), headers) : Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, Object.fromEntries(headers)).end(content);
  }
  return listen(createServer((request, response) => void forward(request, response)));
}

async function listen(server: Server): Promise<Running> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}`, stop };
}
