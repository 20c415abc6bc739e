import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Bulk, countRows, readRows, type Row } from '../../server/database/bulk.ts';
import { DatabaseUnavailable } from '../../server/database/errors.ts';
import { isReady, openDatabase, type Snapshot, type Transaction } from '../../server/database/open.ts';
import { NUMBERED_TABLES, TABLE_NAMES, type TableName } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { showProgress } from './progress.ts';

type Content = { rows: number; checksum: bigint };

/** Copies every row in one transaction, and compares the copy. `target` is its name in messages. Throws SetUpProblem. */
export async function copyAll(source: Snapshot, to: string, target: string): Promise<number> {
  if (!(await isReady(source))) {
    throw new SetUpProblem(
      'The source is the database of an older Trilha: start this version on it once, then try again.',
    );
  }
  await using database = await openDatabase(to, { timeOuts: false });
  const { bulk } = database.engine;
  try {
    return await database.transaction().execute(async (transaction) => {
      await bulk.begin(transaction);
      await refuseIfFull(transaction, target);
      const makeIndexes = await bulk.dropIndexes(transaction);
      const sent = new Map<TableName, Content>();
      for (const table of TABLE_NAMES) sent.set(table, await copy(table, source, transaction, bulk));
      await execute(makeIndexes, transaction);
      for (const [table, content] of sent) await verify(table, content, transaction);
      for (const table of NUMBERED_TABLES) await bulk.restartSequence(transaction, table);
      return sent.values().reduce((sum, { rows }) => sum + rows, 0);
    });
  } catch (error) {
    if (error instanceof SetUpProblem || error instanceof DatabaseUnavailable || !(error instanceof Error)) throw error;
    const reasons = 'the data is damaged, or another process wrote to it';
    throw new SetUpProblem(`${target} rejected a row (${error.message}): ${reasons}. Nothing was copied.`);
  }
}

async function refuseIfFull(transaction: Transaction, target: string): Promise<void> {
  for (const table of TABLE_NAMES) {
    if ((await countRows(transaction, table)) > 0) {
      throw new SetUpProblem(`${target} already contains ${table}: name an empty database. Nothing was changed.`);
    }
  }
}

async function copy(table: TableName, source: Snapshot, target: Transaction, bulk: Bulk): Promise<Content> {
  const bar = showProgress(table, await countRows(source, table));
  const sent = { rows: 0, checksum: 0n };
  let appending = Promise.resolve();
  for await (const rows of readRows(source, table)) {
    await appending;
    appending = bulk.append(target, table, rows);
    // Prevents an unhandled rejection: the next `await` throws this error.
    appending.catch(() => undefined);
    // Sends the rows before the checksum uses the CPU.
    await setImmediate();
    add(sent, rows);
    bar.add(rows.length);
  }
  await appending;
  bar.end();
  return sent;
}

async function execute(statements: readonly string[], target: Transaction): Promise<void> {
  if (statements.length === 0) return;
  const bar = showProgress('indexes', statements.length, 'statements');
  for (const statement of statements) {
    await sql.raw(statement).execute(target);
    bar.add(1);
  }
  bar.end();
}

async function verify(table: TableName, sent: Content, target: Transaction): Promise<void> {
  const bar = showProgress(`${table}, checked`, sent.rows);
  const arrived = { rows: 0, checksum: 0n };
  for await (const rows of readRows(target, table)) {
    add(arrived, rows);
    bar.add(rows.length);
  }
  bar.end();
  if (arrived.rows !== sent.rows || arrived.checksum !== sent.checksum) {
    throw new SetUpProblem(`The copy of ${table} differs from the source. Nothing was copied. Please report this.`);
  }
}

// The sum does not depend on the order of the rows: the engines sort text differently.
function add(content: Content, rows: readonly Row[]): void {
  content.rows += rows.length;
  const columns = Object.keys(rows[0] ?? {}).toSorted();
  for (const row of rows) {
    const text = JSON.stringify(columns.map((column) => [column, asText(row[column])]));
    content.checksum = BigInt.asUintN(64, content.checksum + hash('sha256', text, 'buffer').readBigUInt64LE());
  }
}

function asText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
