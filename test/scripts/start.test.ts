import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildWebIfStale, projectNode, root } from '../../scripts/set-up.mjs';
import { aPerson } from '../helpers/make.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-start-'));
const running = new Set<Command>();
const olderNode = findOlderNode();

/** The Node of a machine on which the project's own is not the first. */
function findOlderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((name) => !name.includes('node_modules'));
  return folders
    .map((name) => join(name, 'node'))
    .filter((path) => existsSync(path))
    .find(
      (path) => Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 26,
    );
}

/** An npm command in a process group of its own, whose `node` is the one given. */
class Command {
  readonly npm: ChildProcessByStdio<null, Readable, Readable>;
  readonly #place = mkdtempSync(join(folder, 'command-'));
  readonly ended: Promise<unknown>;
  output = '';

  constructor(node: string, ...args: string[]) {
    this.npm = spawn('npm', [`--script-shell=${this.#makeShell(node)}`, '--silent', ...args], {
      cwd: root,
      detached: true,
      env: {
        ...process.env,
        PORT: '0',
        HOST: '',
        PUBLIC_URL: '',
        DATABASE_URL: 'sqlite::memory:',
        LOG_LEVEL: 'info',
        // Vite writes colours between the letters where CI is set.
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this);
    for (const stream of [this.npm.stdout, this.npm.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    // Only when every process that writes to the same pipes has ended, too.
    this.ended = once(this.npm, 'close').then(() => running.delete(this));
  }

  get pid(): number {
    return this.npm.pid ?? Number.NaN;
  }

  /** The process that npm's shell has started. */
  get scriptPid(): number {
    return Number(readFileSync(join(this.#place, 'pid'), 'utf8'));
  }

  /** A shell for npm in which `node` is this one, and tells its process id. */
  #makeShell(node: string): string {
    const shell = join(this.#place, 'sh');
    writeFileSync(shell, `#!/bin/sh\nPATH='${this.#place}':"$PATH" exec /bin/sh "$@"\n`);
    writeFileSync(join(this.#place, 'node'), `#!/bin/sh\necho $$ > '${this.#place}/pid'\nexec '${node}' "$@"\n`);
    for (const program of ['node', 'sh']) chmodSync(join(this.#place, program), 0o755);
    return shell;
  }

  /** The lines that are not the server's log. */
  get words(): string[] {
    return this.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  }

  async says(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.output, { timeout: 100_000 }).toMatch(pattern);
    return pattern.exec(this.output)?.[1] ?? '';
  }
}

beforeAll(async () => {
  expect(await buildWebIfStale()).toBe(0);
  // It has said that it builds.
  vi.mocked(console.error).mockClear();
}, 300_000);

afterAll(async () => {
  for (const { pid } of running) process.kill(-pid, 'SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  rmSync(folder, { recursive: true });
});

const NODES = [projectNode(), ...(olderNode === undefined ? [] : [olderNode])];

// Windows has neither these shells nor process groups.
describe.skipIf(process.platform === 'win32')('without a file .env', { timeout: 120_000 }, () => {
  test.for(NODES)('npm run dev does not speak of one, on %s', async (node) => {
    const command = new Command(node, 'run', 'dev');
    await command.says(/Open http:\/\/localhost:\d+\/ in a browser\.\n$/);
    expect(command.output).not.toContain('.env');
    process.kill(-command.pid, 'SIGTERM');
    await command.ended;
  });
});

const STOPS: [how: string, stop: (command: Command) => void][] = [
  ['SIGTERM to npm alone', ({ pid }) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the start script alone', ({ scriptPid }) => process.kill(scriptPid, 'SIGTERM')],
  ['SIGTERM to the whole group, as from systemd', ({ pid }) => process.kill(-pid, 'SIGTERM')],
  ['SIGINT to the whole group, as from Ctrl-C', ({ pid }) => process.kill(-pid, 'SIGINT')],
];

describe.skipIf(process.platform === 'win32').for(NODES)('npm start on %s', { timeout: 120_000 }, (node) => {
  test.for(STOPS)('says its address and no more, answers what is under way, then ends, on %s', async ([, stop]) => {
    const command = new Command(node, 'start');
    const address = await command.says(/Trilha is ready at (\S+)/);
    expect(command.words).toEqual([expect.stringContaining('Trilha is ready at')]);
    const request = await holdSignUp(address);
    stop(command);
    await command.says(/"msg":"stopping"/);
    // Long enough for start.mjs to notice that npm's shell is gone.
    await setTimeout(1_000);
    expect(await request.finish()).toMatch(/^HTTP\/1.1 201 /);
    await command.ended;
  });
});

/** A sign-up that the server has begun to read, and whose last byte is held back. */
async function holdSignUp(address: string): Promise<{ finish: () => Promise<string> }> {
  const { hostname, port } = new URL(address);
  const body = JSON.stringify(aPerson());
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  const lines = ['POST /users HTTP/1.1', 'Host: trilha', 'Content-Type: application/json', 'Expect: 100-continue'];
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`);
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100 /);
  socket.write(body.slice(0, -1));
  let answer = '';
  socket.on('data', (text: string) => (answer += text)).on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const finish = async () => {
    socket.write(body.slice(-1));
    await closed;
    return answer;
  };
  return { finish };
}
