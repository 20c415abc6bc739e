import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refuseNewer } from '../migrate.ts';
import { DatabaseRefused } from '../errors.ts';
import { SECOND } from '../statements/time.ts';
import { retryWhileBusy } from './handle.ts';
import { isBusy, primaryCode, sqliteCode } from './result-codes.ts';

export const LOCK_WAIT = 10 * SECOND;

/** The instructions to the operator in the error messages. */
export type Advice = { damaged: string; alternative: string };
const OTHER_FILE = 'point DATABASE_URL at another file';
const FOR_SERVER: Advice = { damaged: `restore it from a backup, or ${OTHER_FILE}`, alternative: OTHER_FILE };

// In bytes: a check takes a second per hundred megabytes.
const LARGEST_CHECKED = 64 * 1024 * 1024;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
// A crash left a journal, which only a writer can roll back.
const READ_ONLY_ROLLBACK = 776;

/** Throws DatabaseRefused if the file is damaged, another program's or newer than this version. Changes nothing. */
export async function inspect(path: string, advice = FOR_SERVER): Promise<void> {
  refuseLeftOverLog(path);
  if (!hasBytes(path)) return;
  try {
    await retryWhileBusy(performance.now() + LOCK_WAIT, () => inspectOnce(path, advice));
  } catch (error) {
    throw refusal(path, error, advice);
  }
}

export function hasBytes(path: string): boolean {
  try {
    return statSync(path).size > 0;
  } catch {
    return false;
  }
}

/** With the file missing or empty, SQLite would delete the log, and writes that were acknowledged. */
export function refuseLeftOverLog(path: string): void {
  const log = `${followLink(path)}-wal`;
  // In this order: a concurrent first start writes to the file before it writes to the log.
  if (!hasBytes(log) || hasBytes(path)) return;
  throw new DatabaseRefused(
    `${log} has the latest writes of a database that was moved away: ` +
      `move it too, under the same name plus -wal, or delete it if that database is lost.`,
  );
}

/** Returns the target of a symbolic link, which need not exist. */
export function followLink(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
}

function inspectOnce(path: string, advice: Advice, readOnly = true): void {
  try {
    using database = new DatabaseSync(path, { readOnly, timeout: LOCK_WAIT });
    if (statSync(path).size <= LARGEST_CHECKED) {
      const check = database.prepare('pragma quick_check(1)').get();
      if (check?.['quick_check'] !== 'ok') throw damaged(path, advice);
    }
    const tables = names(database, `select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`);
    if (tables.length === 0) return;
    if (!tables.includes('kysely_migration')) {
      throw new DatabaseRefused(`${path} is the database of another program: ${advice.alternative}.`);
    }
    refuseNewer(names(database, 'select name from kysely_migration'), path, advice.alternative);
  } catch (error) {
    if (!readOnly || sqliteCode(error) !== READ_ONLY_ROLLBACK) throw error;
    inspectOnce(path, advice, false);
  }
}

function names(database: DatabaseSync, query: string): string[] {
  const rows = database.prepare(query).all();
  return rows.map(({ name }) => String(name));
}

function damaged(path: string, advice: Advice): DatabaseRefused {
  return new DatabaseRefused(`${path} is damaged: ${advice.damaged}.`);
}

export function refusal(path: string, error: unknown, advice = FOR_SERVER): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const { alternative } = advice;
  if (sqliteCode(error) === NOT_A_DATABASE)
    return new DatabaseRefused(`${path} is not a SQLite database: ${alternative}.`);
  if (primaryCode(error) === CORRUPT) return damaged(path, advice);
  if (isBusy(error)) {
    return new DatabaseRefused(`${path} is locked by another program: stop that program, or ${alternative}.`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseRefused(`${path} cannot be opened (${reason}): check its permissions, or ${alternative}.`, {
    cause: error,
  });
}
