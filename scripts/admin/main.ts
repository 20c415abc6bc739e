import { existsSync } from 'node:fs';
import { readConfig } from '../../server/config.ts';
import { type Database, isPostgresUrl, openDatabase } from '../../server/database/open.ts';
import { type Command, defineCommand, runHere } from '../command.ts';
import { SetUpProblem } from '../set-up.mjs';
import { ACTS } from './actions.ts';

const usage =
  'admin -- list [text] | reset-password <e-mail> | lock <e-mail> | unlock <e-mail> | end-sessions <e-mail> | ' +
  'delete <e-mail> [--yes] | export <e-mail>';

type WithDatabase = (location: string, work: (database: Database) => Promise<void>) => Promise<void>;

export function makeAdmin(withDatabase: WithDatabase): Command {
  const options = { yes: { type: 'boolean', default: false } } as const;
  return defineCommand(
    { usage, options, positionals: [1, 2] },
    async ({ values: { yes }, positionals: [name = '', text] }, settings, output) => {
      const act = Object.hasOwn(ACTS, name) ? ACTS[name as keyof typeof ACTS] : undefined;
      const isMisused = (yes && name !== 'delete') || (text === undefined && name !== 'list');
      if (act === undefined || isMisused) throw new SetUpProblem(`Usage: npm run ${usage}`);
      const config = readConfig(settings);
      await withDatabase(config.database, (database) =>
        act({ database, clock: database.engine.clock, config, output }, text ?? '', yes),
      );
    },
  );
}

export const admin = makeAdmin(async (location, work) => {
  if (!isPostgresUrl(location) && !existsSync(location)) {
    throw new SetUpProblem(`${location} does not exist: set DATABASE_URL to the database of the server.`);
  }
  await using database = await openDatabase(location);
  await work(database);
});

if (import.meta.main) await runHere(admin);
