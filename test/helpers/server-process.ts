import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest';
import { compileCache } from '../../scripts/set-up.mjs';
import { aPerson } from './make.ts';

const MAIN = resolve(import.meta.dirname, '../../server/main.ts');

/** Runs when the test that calls it has ended; outside a test, when its file has. The files of a worker share this module. */
export function atEnd(act: () => unknown): void {
  const ended = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  ended(async () => void (await act()));
}

/** Ends a process that may have ended already. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The server as a process of its own, which ends with the test or the file that starts it. Unless told, it does not drain. */
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
    atEnd(() => kill(this.child));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = once(this.child, 'close').then(([code, signal]) => [code, signal]);
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
