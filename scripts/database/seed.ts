import { parseArgs } from 'node:util';
import { TECHNOLOGIES_LIMIT } from '#contract/limits.ts';
import { makePasswords } from '../../server/accounts/passwords.ts';
import { readConfig } from '../../server/config.ts';
import { countRows, type Row } from '../../server/database/bulk.ts';
import { openDatabase } from '../../server/database/open.ts';
import { NUMBERED_TABLES, TABLE_NAMES, type TableName } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { type Command, command, wholeNumber } from './command.ts';
import { makePeople } from './people.ts';
import { Progress } from './progress.ts';

const PASSWORD = 'senha123';
// Users of one statement, and of one transaction: a file keeps what a transaction writes twice until it ends.
const PIECE = 250;
const COMMIT_EVERY = 5_000;

/** `npm run seed`: fills the database of the settings, which must be empty, with made-up users. */
export const seed: Command = async (words, settings, { print }) => {
  const { values } = parseArgs({
    args: words,
    options: { users: { type: 'string' }, techs: { type: 'string', default: '20' } },
  });
  const users = wholeNumber('--users', values.users, 1, 1_000_000_000);
  const technologies = wholeNumber('--techs', values.techs, 0, TECHNOLOGIES_LIMIT);
  const { database: location } = readConfig(settings);
  const database = await openDatabase(location, { timeOuts: false });
  const { bulk } = database.engine;
  try {
    if ((await database.selectFrom('users').select('id').limit(1).execute()).length > 0) {
      throw new SetUpProblem('There are people in this database: point DATABASE_URL at an empty one.');
    }
    const passwordHash = await makePasswords().hash(PASSWORD);
    const bar = new Progress('users', users);
    for (let first = 1; first <= users; first += COMMIT_EVERY) {
      const last = Math.min(users, first + COMMIT_EVERY - 1);
      await database.transaction().execute(async (transaction) => {
        await bulk.raiseMemoryLimit(transaction);
        for (let from = first; from <= last; from += PIECE) {
          const count = Math.min(PIECE, last - from + 1);
          const rows: Partial<Record<TableName, Row[]>> = makePeople(from, count, technologies, passwordHash);
          for (const table of TABLE_NAMES) {
            const made = rows[table] ?? [];
            if (made.length > 0) await bulk.append(transaction, table, made);
          }
          bar.add(count);
        }
        for (const table of NUMBERED_TABLES) await bulk.restartSequence(transaction, table);
      });
    }
    bar.end();
    print(`${await countRows(database, 'users')} users, all with the password ${PASSWORD}.`);
  } finally {
    await database.destroy();
  }
};

if (import.meta.main) await command(seed);
