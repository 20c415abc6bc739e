import { sql } from 'kysely';
import { TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { readConfig } from '../../server/config.ts';
import { countRows } from '../../server/database/bulk.ts';
import { openDatabase } from '../../server/database/open.ts';
import { NUMBERED_TABLES, type TableName } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { defineCommand, runHere, wholeNumber } from '../command.ts';
import { makePeople } from './fake-people.ts';
import { showProgress } from './progress.ts';

export const PASSWORD = 'senha123';
const USERS_PER_STATEMENT = 250;

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
    const passwordHash = await makePasswords().hash(PASSWORD);
    const bar = showProgress('users', users);
    for (let first = 1; first <= users; first += bulk.usersPerTransaction) {
      const end = Math.min(users + 1, first + bulk.usersPerTransaction);
      await database.transaction().execute(async (transaction) => {
        await bulk.begin(transaction);
        if (first === 1 && (await countRows(transaction, 'users')) > 0) {
          throw new SetUpProblem('The database already contains users: set DATABASE_URL to an empty one.');
        }
        const makeIndexes = await bulk.dropIndexes(transaction);
        for (let from = first; from < end; from += USERS_PER_STATEMENT) {
          const count = Math.min(USERS_PER_STATEMENT, end - from);
          for (const [table, rows] of Object.entries(makePeople(from, count, technologies, passwordHash))) {
            if (rows.length > 0) await bulk.append(transaction, table as TableName, rows);
          }
          bar.add(count);
        }
        for (const statement of makeIndexes) await sql.raw(statement).execute(transaction);
        for (const table of NUMBERED_TABLES) await bulk.restartSequence(transaction, table);
      });
    }
    bar.end();
    const { email } = await firstUser.executeTakeFirstOrThrow();
    print(`${users} users, all with the password ${PASSWORD}. Log in as ${email}.`);
  },
);

if (import.meta.main) await runHere(seed);
