import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDuration } from '../../server/config.ts';
import { DatabaseRefused } from '../../server/database/errors.ts';
import { isPostgresUrl, readSnapshot } from '../../server/database/open.ts';
import { DAY } from '../../server/database/statements/time.ts';
import { copyDatabase, verifyBackup } from '../../server/database/sqlite/backup.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, explained, escapeControls, locationOf, type Output, runHere, wholeNumber } from '../command.ts';
import { copyAll } from './copy.ts';
import { writeAtomically } from './files.ts';

// In milliseconds: below a timer's maximum of 24.8 days, and below the thirty days for which a backup may be kept.
const LONGEST = 24 * DAY;
const MADE_HERE = /^trilha-\d{8}T\d{6}Z\.sqlite$/;

export const backup = defineCommand(
  {
    usage: 'backup -- <new file> | --every 24h [--keep 14] <folder>',
    options: { every: { type: 'string' }, keep: { type: 'string' } },
    positionals: [1, 1],
  },
  async ({ values: { every, keep }, positionals: [name = ''] }, settings, output) => {
    const [database, path] = [locationOf(settings['DATABASE_URL']), resolve(name)];
    if (every === undefined) {
      if (keep !== undefined) throw new SetUpProblem('--keep needs --every. Nothing was changed.');
      await save(database, path, output);
      return;
    }
    const schedule = { interval: intervalOf(every), count: wholeNumber('--keep', keep ?? '14', 1, 999_999) };
    process.exitCode = 0;
    await saveRepeatedly(database, path, schedule, output);
  },
);

type Schedule = { interval: number; count: number };

async function saveRepeatedly(database: string, folder: string, schedule: Schedule, output: Output): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      const name = `trilha-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}.sqlite`;
      await save(database, join(folder, name), output);
      // Keeps the new one, even if a clock that was ahead has given others a later name.
      const others = readdirSync(folder).filter((file) => MADE_HERE.test(file) && file !== name);
      const newestFirst = others.toSorted().toReversed();
      for (const old of newestFirst.slice(schedule.count - 1)) rmSync(join(folder, old));
    } catch (error) {
      const problem = explained(error);
      // The first failure is probably a wrong setting; the cause of a later one may pass.
      if (round === 0 || !(problem instanceof SetUpProblem)) throw problem;
      output.note(problem.message);
    }
    await sleep(schedule.interval);
  }
}

function refuseToReplace(path: string): void {
  // `existsSync` follows a symbolic link, and denies one that leads nowhere.
  if (!lstatSync(path, { throwIfNoEntry: false })) return;
  throw new SetUpProblem(`${path} already exists: name a new file. Nothing was changed.`);
}

async function save(database: string, path: string, { print }: Output): Promise<void> {
  refuseToReplace(path);
  await writeAtomically(path, async (unfinished) => {
    if (isPostgresUrl(database)) {
      await readSnapshot(database, (snapshot) => copyAll(snapshot, unfinished, unfinished));
    } else await copyDatabase(database, unfinished);
    await verify(unfinished);
    // The file may have appeared during the backup.
    refuseToReplace(path);
  });
  const size = (statSync(path).size / 1_000_000).toFixed(1);
  print(escapeControls(`Wrote and verified ${path}: ${size} MB.`));
}

/** A copy has the damage of its database, whose location is not shown because it may contain a password. */
async function verify(copy: string): Promise<void> {
  try {
    await verifyBackup(copy);
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error;
    throw new SetUpProblem('The database is damaged: restore it from an earlier backup. Nothing was changed.');
  }
}

function intervalOf(duration: string): number {
  const value = parseDuration(duration);
  if (value >= 1_000 && value <= LONGEST) return value;
  throw new SetUpProblem('--every must be a duration of at most 24d, such as 24h or 30m.');
}

if (import.meta.main) await runHere(backup);
