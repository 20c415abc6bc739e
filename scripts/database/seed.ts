import { TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open.ts';
import { NUMBERED_TABLES, type TableName } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, runHere, wholeNumber } from './command.ts';
import { makePeople } from './people.ts';
import { showProgress } from './progress.ts';

export const PASSWORD = 'senha123';
// Users of one statement and of one transaction: SQLite keeps the pages of a transaction twice until it ends.
const PER_STATEMENT = 250;
const PER_TRANSACTION = 5_000;

export const seed = defineCommand(
  {
    usage: 'seed -- --users <count> [--techs 20]',
    options: { users: { type: 'string' }, techs: { type: 'string', default: '20' } },
  },
  async ({ values }, settings, { print }) => {
    const users = wholeNumber('--users', values.users, 1, 1_000_000_000);
    const technologies = wholeNumber('--techs', values.techs, 0, TECHNOLOGIES_LIMIT);
    await using database = await openDatabase(readConfig(settings).database, { timeOuts: false });
    const { bulk } = database.engine;
    const firstUser = database.selectFrom('users').select('email').orderBy('sequence').limit(1);
    if (await firstUser.executeTakeFirst()) {
      throw new SetUpProblem('The database already contains users: set DATABASE_URL to an empty one.');
    }
    const passwordHash = await makePasswords().hash(PASSWORD);
    const bar = showProgress('users', users);
    for (let first = 1; first <= users; first += PER_TRANSACTION) {
      const end = Math.min(users + 1, first + PER_TRANSACTION);
      await database.transaction().execute(async (transaction) => {
        await bulk.raiseMemoryLimit(transaction);
        for (let from = first; from < end; from += PER_STATEMENT) {
          const count = Math.min(PER_STATEMENT, end - from);
          for (const [table, rows] of Object.entries(makePeople(from, count, technologies, passwordHash))) {
            if (rows.length > 0) await bulk.append(transaction, table as TableName, rows);
          }
          bar.add(count);
        }
        for (const table of NUMBERED_TABLES) await bulk.restartSequence(transaction, table);
      });
    }
    bar.end();
    const { email } = await firstUser.executeTakeFirstOrThrow();
    print(`${users} users, all with the password ${PASSWORD}. Log in as ${email}.`);
  },
);

if (import.meta.main) await runHere(seed);
