import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from '../errors.ts';
import { type Advice, hasBytes, inspect, LOCK_WAIT, refusal, refuseLeftOverLog } from './inspect.ts';
import { isBusy, isFull } from './result-codes.ts';

const ANOTHER = 'name another backup';
const FOR_BACKUP: Advice = { damaged: ANOTHER, alternative: ANOTHER };

export async function copyDatabase(from: string, to: string): Promise<void> {
  if (!hasBytes(from)) throw new DatabaseRefused(`${from} is missing or empty: name the file with the data.`);
  await inspect(from);
  closeSync(openSync(to, 'wx', 0o600));
  using source = new DatabaseSync(from, { timeout: LOCK_WAIT });
  try {
    // A copy of all pages would have what SQLite leaves of deleted rows in unused parts of pages.
    source.prepare('vacuum into ?').run(to);
  } catch (error) {
    if (isFull(error)) throw new DatabaseRefused('The disk has no space for the backup. Nothing was changed.');
    throw refusal(from, error);
  }
}

/** Throws DatabaseRefused unless the file is an intact, unused database. Removes its write-ahead log; sets its mode to 0600. */
export async function verifyBackup(path: string): Promise<void> {
  try {
    await inspect(path, FOR_BACKUP);
    using database = new DatabaseSync(path, { timeout: LOCK_WAIT });
    if (!isIntact(database)) throw new DatabaseRefused(`${path} is damaged: ${ANOTHER}.`);
    if (!isTrilha(database)) throw new DatabaseRefused(`${path} is no backup of Trilha: ${ANOTHER}.`);
    database.exec('pragma journal_mode = delete');
    chmodSync(path, 0o600);
  } catch (error) {
    throw refusal(path, error, FOR_BACKUP);
  }
}

export function refuseUnlessReplaceable(path: string): void {
  refuseLeftOverLog(path);
  if (!hasBytes(path)) return;
  using database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Fails while any process has the file open, even an idle one.
    database.exec('pragma locking_mode = exclusive; begin exclusive');
    if (isTrilha(database) && database.prepare('select 1 from users limit 1').get() === undefined) return;
  } catch (error) {
    if (isBusy(error)) {
      throw new DatabaseRefused(`${path} is in use: stop the server first. Nothing was changed.`, { cause: error });
    }
  }
  throw new DatabaseRefused(`${path} is not empty: move it aside first. Nothing was changed.`);
}

function isIntact(database: DatabaseSync): boolean {
  const check = database.prepare('pragma integrity_check(1)').get()?.['integrity_check'];
  return check === 'ok' && database.prepare('pragma foreign_key_check').get() === undefined;
}

function isTrilha(database: DatabaseSync): boolean {
  const query = `select count(*) as count from sqlite_master where name in ('users', 'kysely_migration')`;
  return database.prepare(query).get()?.['count'] === 2;
}
