import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Bulk, countRows, readRows, type Row } from '../../server/database/bulk.ts';
import { isReady, openDatabase, type Snapshot, type Transaction } from '../../server/database/open.ts';
import { NUMBERED_TABLES, TABLE_NAMES, type TableName } from '../../server/database/tables.ts';
import { SetUpProblem } from '../set-up.mjs';
import { Progress } from './progress.ts';

type Content = { rows: number; checksum: bigint };

/**
 * Copies every row into an empty database, and reads back what has arrived. All in one transaction: whoever stops it finds
 * the target empty, and may begin again. Answers how many rows there were. Throws SetUpProblem, which names the target.
 */
export async function fill(source: Snapshot, to: string, target: string): Promise<number> {
  if (!(await isReady(source))) {
    throw new SetUpProblem('The data was made by an older Trilha: start this one on it once, then begin again.');
  }
  const database = await openDatabase(to, { timeOuts: false });
  const { bulk } = database.engine;
  try {
    return await database.transaction().execute(async (transaction) => {
      await bulk.raiseMemoryLimit(transaction);
      await refuseIfFull(transaction, target);
      const makeIndexes = await bulk.dropIndexes(transaction);
      const sent = new Map<TableName, Content>();
      for (const table of TABLE_NAMES) sent.set(table, await copy(table, source, transaction, bulk));
      await execute(makeIndexes, transaction);
      for (const [table, content] of sent) await verify(table, content, transaction);
      for (const table of NUMBERED_TABLES) await bulk.restartSequence(transaction, table);
      return sent.values().reduce((sum, { rows }) => sum + rows, 0);
    });
  } finally {
    await database.destroy();
  }
}

async function refuseIfFull(transaction: Transaction, target: string): Promise<void> {
  for (const table of TABLE_NAMES) {
    if ((await countRows(transaction, table)) > 0) {
      throw new SetUpProblem(`${target} already holds ${table}: name an empty database. Nothing was changed.`);
    }
  }
}

async function copy(table: TableName, source: Snapshot, target: Transaction, bulk: Bulk): Promise<Content> {
  const total = await countRows(source, table);
  const bar = new Progress(table, total);
  const sent = emptyContent();
  let arrived = Promise.resolve();
  for await (const rows of readRows(source, table)) {
    await arrived;
    arrived = bulk.append(target, table, rows);
    // Reported with the next piece; this one may fail meanwhile.
    arrived.catch(() => undefined);
    // On its way to a server before this process is busy.
    await setImmediate();
    add(sent, rows);
    bar.add(rows.length);
  }
  await arrived;
  bar.end();
  return sent;
}

async function execute(statements: readonly string[], target: Transaction): Promise<void> {
  if (statements.length === 0) return;
  const bar = new Progress('indexes', statements.length, 'statements');
  for (const statement of statements) {
    await sql.raw(statement).execute(target);
    bar.add(1);
  }
  bar.end();
}

/** Reads back what the target holds, before it is committed. */
async function verify(table: TableName, sent: Content, target: Transaction): Promise<void> {
  const bar = new Progress(`${table}, checked`, sent.rows);
  const held = emptyContent();
  for await (const rows of readRows(target, table)) {
    add(held, rows);
    bar.add(rows.length);
  }
  bar.end();
  if (held.rows !== sent.rows || held.checksum !== sent.checksum) {
    throw new SetUpProblem(`${table} arrived otherwise than it was sent: nothing was kept. Please report this.`);
  }
}

function emptyContent(): Content {
  return { rows: 0, checksum: 0n };
}

// A sum, because engines sort text differently.
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
