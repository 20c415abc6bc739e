import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { actOf } from '../../../scripts/admin/administer.ts';
import { explained } from '../../../scripts/database/command.ts';
import { compileCache, SetUpProblem } from '../../../scripts/set-up.mjs';
import { readConfig } from '../../../server/config.ts';
import { clockOf, type Database } from '../../../server/database/open.ts';
import { atEnd, kill } from '../server-process.ts';

const SCRIPTS = resolve(import.meta.dirname, '../../../scripts');

type Ended = { code: number | null; out: string; err: string };

/** Runs a command of scripts/database. `seen` is handed the process as soon as it tells of its progress. */
export function runCommand(
  name: 'seed' | 'move' | 'backup' | 'restore',
  options: string[],
  { url, seen }: { url?: string; seen?: (child: ChildProcess) => void } = {},
): Promise<Ended> {
  return run(`database/${name}.ts`, options, url === undefined ? {} : { DATABASE_URL: url }, seen);
}

type Settings = { DATABASE_URL: string } & Record<string, string>;

/** Runs `npm run admin`. */
export function runAdmin(words: string[], settings: Settings): Promise<Ended> {
  return run('admin/main.ts', words, settings);
}

/** What `npm run admin` does, on a database that this process has open. */
export async function administerHere(words: string[], database: Database, settings: Settings): Promise<Ended> {
  const ended = { code: 0, out: '', err: '' };
  const into = (name: 'out' | 'err') => (line: string) => void (ended[name] += `${line}\n`);
  const output = { print: into('out'), note: into('err') };
  try {
    await actOf(words)({ database, clock: clockOf(database), config: readConfig(settings), output });
  } catch (error) {
    const problem = explained(error);
    if (!(problem instanceof SetUpProblem)) throw error;
    return { ...ended, code: 1, err: `${ended.err}${problem.message}\n` };
  }
  return ended;
}

async function run(
  script: string,
  words: string[],
  settings: Record<string, string>,
  seen?: (child: ChildProcess) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [resolve(SCRIPTS, script), ...words], {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => kill(child));
  const ended = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (ended.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.err += text;
    seen?.(child);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...ended };
}
