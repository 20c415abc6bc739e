import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildWebIfStale, projectNode, root } from '../../scripts/set-up.mjs';

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
  readonly ended: Promise<unknown>;
  output = '';

  constructor(node: string, ...args: string[]) {
    this.npm = spawn('npm', [...args, '--silent', `--script-shell=${makeShell(node)}`], {
      cwd: root,
      detached: true,
      env: { ...process.env, PORT: '0', HOST: '', PUBLIC_URL: '', DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info' },
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

  /** The lines that are not the server's log. */
  get words(): string[] {
    return this.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  }

  async says(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.output, { timeout: 45_000 }).toMatch(pattern);
    return pattern.exec(this.output)?.[1] ?? '';
  }
}

/** The shell that npm gives its command to; in it `node` is this one. */
function makeShell(node: string): string {
  const place = mkdtempSync(join(folder, 'shell-'));
  mkdirSync(join(place, 'bin'));
  writeFileSync(join(place, 'bin', 'node'), `#!/bin/sh\nexec '${node}' "$@"\n`);
  writeFileSync(join(place, 'sh'), `#!/bin/sh\nPATH='${place}/bin':"$PATH" exec /bin/sh "$@"\n`);
  for (const program of ['bin/node', 'sh']) chmodSync(join(place, program), 0o755);
  return join(place, 'sh');
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
describe.skipIf(process.platform === 'win32')('without a file .env', { timeout: 60_000 }, () => {
  test.for(NODES)('npm start says its address and no more, on %s', async (node) => {
    const command = new Command(node, 'start');
    await command.says(/Trilha is ready at/);
    expect(command.words).toEqual([expect.stringContaining('Trilha is ready at')]);
    process.kill(-command.pid, 'SIGTERM');
    await command.ended;
  });

  test('npm run dev does not speak of one', async () => {
    const command = new Command(projectNode(), 'run', 'dev');
    await Promise.all([command.says(/Trilha is ready at/), command.says(/Local:/)]);
    expect(command.output).not.toContain('.env');
    process.kill(-command.pid, 'SIGTERM');
    await command.ended;
  });
});
