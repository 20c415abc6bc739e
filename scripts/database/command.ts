import { ConfigError, readConfig } from '../../server/config.ts';
import { DatabaseRefused, DatabaseUnavailable } from '../../server/database/failures.ts';
import { orExplain, SetUpProblem } from '../set-up.mjs';

/** Runs a command about a database: what it may fail with is told in one line, with exit code 1. */
export async function command(work: () => Promise<void>): Promise<void> {
  await orExplain(async () => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ConfigError || error instanceof DatabaseRefused) throw new SetUpProblem(error.message);
      if (error instanceof DatabaseUnavailable) {
        const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
        throw new SetUpProblem(`${error.message}${reason}: nothing was kept. Begin again when it is back.`);
      }
      // What node:util's parseArgs says is made for people.
      if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
        throw new SetUpProblem(error.message);
      }
      throw error;
    }
  });
}

/** Where an option points, as `openDatabase` takes it. Throws SetUpProblem. */
export function locationOf(option: string, url: string | undefined): string {
  if (url === undefined) throw new SetUpProblem(`${option} is missing: name a database as DATABASE_URL does.`);
  try {
    const { database } = readConfig({ DATABASE_URL: url });
    if (database !== ':memory:') return database;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new SetUpProblem(error.message.replace('DATABASE_URL', option));
  }
  throw new SetUpProblem(`${option} must be a database that stays, not one in memory.`);
}
