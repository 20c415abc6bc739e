import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildWebIfStale, projectNode, root } from '../../scripts/set-up.mjs';
import { holdSignUp } from '../helpers/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'trilha-start-'));
const running = new Set<Command>();
const olderNode = findOlderNode();

/** The Node of a machine that is older than the project's, if there is one. */
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

  /** The process that npm's shell started. */
  get scriptPid(): number {
    return Number(readFileSync(join(this.#place, 'pid'), 'utf8'));
  }

  /** A shell for npm in which `node` is this one, and writes its process id to a file. */
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
  // The build announces itself.
  vi.mocked(console.error).mockClear();
}, 300_000);

afterAll(async () => {
  for (const { pid } of running) process.kill(-pid, 'SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
  rmSync(folder, { recursive: true });
});

const OWN_NODE = projectNode();
const OTHER_NODE = olderNode ?? OWN_NODE;

// Windows has neither these shells nor process groups.
describe.skipIf(process.platform === 'win32')('npm start', { timeout: 120_000 }, () => {
  test.for<[how: string, node: string, stop: (command: Command) => void]>([
    ['SIGTERM to npm alone', OTHER_NODE, ({ pid }) => process.kill(pid, 'SIGTERM')],
    ['SIGTERM to the start script alone', OWN_NODE, ({ scriptPid }) => process.kill(scriptPid, 'SIGTERM')],
    ['SIGTERM to the whole group, as systemd sends it', OWN_NODE, ({ pid }) => process.kill(-pid, 'SIGTERM')],
    ['SIGINT to the whole group, as Ctrl-C sends it', OTHER_NODE, ({ pid }) => process.kill(-pid, 'SIGINT')],
  ])('prints only its address, and finishes a request after %s', async ([, node, stop]) => {
    const command = new Command(node, 'start');
    const address = await command.says(/Trilha is ready at (\S+)/);
    expect(command.words).toEqual([expect.stringContaining('Trilha is ready at')]);
    const request = await holdSignUp(address);
    stop(command);
    await command.says(/"msg":"stopping"/);
    // Long enough for start.mjs to notice that npm's shell is gone, and to signal the server again.
    await setTimeout(1_000);
    expect(await request.finish()).toMatch(/^HTTP\/1.1 201 /);
    await command.ended;
  });

  test('npm run dev does not mention a missing .env', async () => {
    const command = new Command(OTHER_NODE, 'run', 'dev');
    await command.says(/Open http:\/\/localhost:\d+\/ in a browser\./);
    expect(command.output).not.toContain('.env');
    process.kill(-command.pid, 'SIGTERM');
    await command.ended;
  });
});
