import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { milliseconds } from '../../server/config.ts';
import { isServer, readSnapshot } from '../../server/database/open.ts';
import { copyDatabase, verifyBackup } from '../../server/database/sqlite/backup.ts';
import { SetUpProblem } from '../set-up.mjs';
import { type Command, command, explained, legible, type Output, ownDatabase, wholeNumber } from './command.ts';
import { fill } from './copy.ts';
import { makeWhole, untilSignal } from './files.ts';

// As long as a timer can be, and a promise that a backup is kept for no more than thirty days.
const LONGEST = 24 * 86_400_000;
const MADE_HERE = /^trilha-\d{8}T\d{6}Z\.sqlite$/;
const STOPPED = 143;

/** `npm run backup`: saves the database of the settings to a file, once or again and again. */
export const backup: Command = async (words, settings, output) => {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { every: { type: 'string' }, keep: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new SetUpProblem('Name the file to make, or with --every 24h --keep 14 the folder to make them in.');
  }
  const [database, path] = [ownDatabase(settings), resolve(name)];
  if (values.every !== undefined) {
    const rhythm = { every: interval(values.every), keep: wholeNumber('--keep', values.keep ?? '14', 1, 999_999) };
    return untilSignal(0, () => keepSaving(database, path, rhythm, output));
  }
  if (values.keep !== undefined) throw new SetUpProblem('--keep is for --every: nothing was made or removed.');
  await untilSignal(STOPPED, () => save(database, path, output));
};

async function keepSaving(
  database: string,
  folder: string,
  { every, keep }: { every: number; keep: number },
  output: Output,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      const name = `trilha-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.sqlite`;
      await save(database, join(folder, name), output);
      const made = readdirSync(folder).filter((file) => MADE_HERE.test(file));
      for (const old of made.toSorted().slice(0, -keep)) rmSync(join(folder, old));
    } catch (error) {
      const problem = explained(error);
      // Later what is missing may come back, and the last good ones are kept until then.
      if (round === 0 || !(problem instanceof SetUpProblem)) throw problem;
      output.note(problem.message);
    }
    await sleep(every);
  }
}

function refuseToReplace(path: string): void {
  if (existsSync(path)) throw new SetUpProblem(`${path} is there already: name a new file. Nothing was changed.`);
}

async function save(database: string, path: string, { print }: Output): Promise<void> {
  refuseToReplace(path);
  await makeWhole(path, async (unfinished) => {
    if (isServer(database)) {
      await readSnapshot(database, (snapshot) => fill(snapshot, unfinished, unfinished));
    } else await copyDatabase(database, unfinished);
    await verifyBackup(unfinished);
    // Another may have been made meanwhile.
    refuseToReplace(path);
  });
  const size = (statSync(path).size / 1_000_000).toFixed(1);
  print(legible(`${path} holds everything and has been checked: ${size} MB.`));
}

function interval(duration: string): number {
  const value = milliseconds(duration);
  if (value >= 1_000 && value <= LONGEST) return value;
  throw new SetUpProblem(`--every must be a number and s, m, h or d, up to 24d, such as 24h.`);
}

if (import.meta.main) await command(backup);
