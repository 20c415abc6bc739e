import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { vi } from 'vitest';
import { admin, makeAdmin } from '../../../scripts/admin/main.ts';
import { backup } from '../../../scripts/database/backup.ts';
import { type Command, explained } from '../../../scripts/command.ts';
import { demo } from '../../../scripts/database/demo.ts';
import { move } from '../../../scripts/database/move.ts';
import { restore } from '../../../scripts/database/restore.ts';
import { seed } from '../../../scripts/database/seed.ts';
import { compileCache, SetUpProblem } from '../../../scripts/set-up.mjs';
import type { Database } from '../../../server/database/open.ts';
import { atEnd, kill } from '../server-process.ts';

const SCRIPTS = resolve(import.meta.dirname, '../../../scripts');

const COMMANDS = {
  admin: { run: admin, file: 'admin/main.ts' },
  backup: { run: backup, file: 'database/backup.ts' },
  demo: { run: demo, file: 'database/demo.ts' },
  move: { run: move, file: 'database/move.ts' },
  restore: { run: restore, file: 'database/restore.ts' },
  seed: { run: seed, file: 'database/seed.ts' },
};

export type CommandName = keyof typeof COMMANDS;
type Settings = Record<string, string>;
type Ended = { code: number | null; out: string; err: string };

/** Runs a command in this process: a process of its own needs half a second of CPU to start. */
export async function runCommand(
  name: CommandName,
  words: readonly string[],
  settings: Settings = {},
  run: Command = COMMANDS[name].run,
): Promise<Ended> {
  const ended = { code: 0, out: '', err: '' };
  const into = (stream: 'out' | 'err') => (line: string) => void (ended[stream] += `${line}\n`);
  const progress = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await run([...words], settings, { print: into('out'), note: into('err') });
  } catch (error) {
    const problem = explained(error);
    if (!(problem instanceof SetUpProblem)) throw error;
    return { ...ended, code: 1, err: `${ended.err}${problem.message}\n` };
  } finally {
    progress.mockRestore();
  }
  return ended;
}

/** Runs `npm run admin` on a database that this process has open: a second connection could wait for the first for ever. */
export function administerHere(words: string[], database: Database, settings: Settings): Promise<Ended> {
  const run = makeAdmin((_location, work) => work(database));
  return runCommand('admin', words, settings, run);
}

type Process = { settings?: Settings; stdio?: Array<'ignore' | 'pipe' | number>; under?: string[] };

/** Starts a command as a process, which ends with the test; `under` is a program that runs it, with its options. */
export function startCommand(
  name: CommandName,
  words: readonly string[],
  { settings = {}, stdio = ['ignore', 'pipe', 'pipe'], under = [] }: Process = {},
): ChildProcess {
  const [program = '', ...options] = [...under, process.execPath, resolve(SCRIPTS, COMMANDS[name].file), ...words];
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings };
  const child = spawn(program, options, { env, stdio });
  atEnd(() => kill(child));
  return child;
}

/** Waits for a process to exit, and collects its output. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  const ended = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (ended.err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...ended };
}
