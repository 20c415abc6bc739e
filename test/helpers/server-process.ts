import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, TestRunner, vi } from 'vitest';
import { compileCache } from '../../scripts/set-up.mjs';
import { aPerson } from './make.ts';

const MAIN = resolve(import.meta.dirname, '../../server/main.ts');

/** Runs `act` after the current test; outside a test, after the file. A list in this module would be shared by the files of a worker. */
export function atEnd(act: () => unknown): void {
  const ended = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  ended(async () => void (await act()));
}

/** Kills the process unless it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The server as a child process, stopped after the calling test or file. Does not drain by default. */
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
    return vi.waitUntil(() => this.address, { timeout: 60_000 });
  }
}

export function signUp(address: string, person = aPerson()): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(person) });
}

/** A sign-up whose last byte is sent by `finish`. */
export async function holdSignUp(address: string): Promise<{ finish: () => Promise<string> }> {
  const { hostname, port } = new URL(address);
  const body = JSON.stringify(aPerson());
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  atEnd(() => socket.destroy());
  const head = ['POST /users HTTP/1.1', 'Host: trilha', 'Content-Type: application/json', 'Expect: 100-continue'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100 /);
  socket.write(body.slice(0, -1));
  let answer = '';
  socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
  const closed = new Promise((close) => socket.once('close', close));
  const finish = async () => {
    socket.write(body.slice(-1));
    await closed;
    return answer;
  };
  return { finish };
}

/** Starts a server, which must fail. Returns the lines of its standard error. */
export async function failToStart(environment: { DATABASE_URL: string } & Record<string, string>): Promise<string[]> {
  const server = new ServerProcess(environment);
  expect(await server.ended).toEqual([1, null]);
  expect(server.out).toBe('');
  return server.err.trim().split('\n');
}
