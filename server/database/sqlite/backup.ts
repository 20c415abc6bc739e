import { chmodSync, closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../errors.ts';
import { ELSEWHERE, holdsBytes, inspect, LOCK_WAIT, refusal } from './inspect.ts';
import { isBusy, isFull } from './result-codes.ts';

const MOST_PAGES = 2 ** 31 - 1;

/** Copies a file that may be in use, as it stands at one moment, into a new one. Nobody waits. Throws DatabaseRefused. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!holdsBytes(from)) throw new DatabaseRefused(`${from} holds nothing: name the file with the data.`);
  await inspect(from);
  closeSync(openSync(to, 'wx', 0o600));
  const source = new DatabaseSync(from, { timeout: LOCK_WAIT });
  try {
    // In one step: between two, a write of another process would make it begin again.
    await backup(source, to, { rate: MOST_PAGES });
  } catch (error) {
    if (isFull(error)) throw new DatabaseRefused('There is no room for the backup: make some. Nothing was changed.');
    throw refusal(from, error);
  } finally {
    source.close();
  }
}

/**
 * Throws DatabaseRefused unless the file is a whole database of Trilha that this program knows, and nobody has it open.
 * Leaves one file, which needs none beside it, with the mode 0600.
 */
export async function verifyBackup(path: string): Promise<void> {
  try {
    await inspect(path);
    const database = new DatabaseSync(path, { timeout: LOCK_WAIT });
    try {
      if (!isWhole(database)) throw new DatabaseRefused(`${path} is damaged: ${ELSEWHERE}.`);
      if (!isTrilha(database)) throw new DatabaseRefused(`${path} is no backup of Trilha: ${ELSEWHERE}.`);
      database.exec('pragma journal_mode = delete');
    } finally {
      database.close();
    }
    chmodSync(path, 0o600);
  } catch (error) {
    const { message } = refusal(path, error);
    const advice = message.replace(`restore it from a backup, or ${ELSEWHERE}`, ELSEWHERE);
    throw new DatabaseRefused(advice.replace(ELSEWHERE, 'name another backup'), { cause: error });
  }
}

/** Throws DatabaseRefused unless another file may take the place of this one: it is in no use, and holds nobody. */
export function refuseUnlessFree(path: string): void {
  if (!holdsBytes(path)) return;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Fails while anybody else has the file open, also who neither reads nor writes.
    database.exec('pragma locking_mode = exclusive; begin exclusive');
    if (isTrilha(database) && database.prepare('select 1 from users limit 1').get() === undefined) return;
  } catch (error) {
    if (isBusy(error)) {
      throw new DatabaseRefused(`${path} is in use: stop the server first. Nothing was changed.`, { cause: error });
    }
  } finally {
    database.close();
  }
  throw new DatabaseRefused(`${path} holds something: move it aside first. Nothing was changed.`);
}

function isWhole(database: DatabaseSync): boolean {
  const check = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
  return check === 'ok' && database.prepare('pragma foreign_key_check').get() === undefined;
}

function isTrilha(database: DatabaseSync): boolean {
  const tables = database.prepare(
    `select count(*) as count from sqlite_master where name in ('users', 'kysely_migration')`,
  );
  return tables.get()?.['count'] === 2;
}
