import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { compileCache } from '../../../scripts/set-up.mjs';
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

/** Runs `npm run admin`. */
export function runAdmin(words: string[], settings: { DATABASE_URL: string } & Record<string, string>): Promise<Ended> {
  return run('admin/main.ts', words, settings);
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
