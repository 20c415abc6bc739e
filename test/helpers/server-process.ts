import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect } from 'vitest';
import { compileCache } from '../../scripts/set-up.mjs';
import { aPerson } from './make.ts';

const MAIN = resolve(import.meta.dirname, '../../server/main.ts');
const running = new Set<ChildProcessByStdio<null, Readable, Readable>>();

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => once(child, 'close')));
});

/** The server as a process of its own, which ends with the test file. Unless told, it does not drain. */
export class ServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<[code: number | null, signal: string | null]>;
  out = '';
  err = '';

  constructor(environment: { DATABASE_URL: string } & Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN], {
      cwd: tmpdir(),
      env: { PORT: '0', DRAIN_SECONDS: '0', NODE_COMPILE_CACHE: compileCache, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.child);
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this.child);
      return [code, signal];
    });
  }

  get address(): string | undefined {
    return /Trilha is ready at (\S+)\n$/.exec(this.err)?.[1];
  }

  async ready(): Promise<string> {
    await expect.poll(() => this.address).toBeDefined();
    return this.address ?? '';
  }
}

export function signUp(address: string, person = aPerson()): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(person) });
}

/** The lines of a start that fails. */
export async function refused(environment: { DATABASE_URL: string } & Record<string, string>): Promise<string[]> {
  const server = new ServerProcess(environment);
  expect(await server.ended).toEqual([1, null]);
  expect(server.out).toBe('');
  return server.err.trim().split('\n');
}
