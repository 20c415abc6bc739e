/** A unique index already holds this value. The index decides, so two requests racing for one value cannot both win. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** The row belongs to a person who is not there any more. */
export class OwnerGone extends Error {
  override readonly name = 'OwnerGone';
}

/** The database cannot do this just now: locked for too long, disk full, or unreadable. Trying again later may work. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The server must not start on this database. The message is one line for its operator and says what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/** The result code of SQLite that an error of node:sqlite carries, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode;
}

// The low byte of an extended result code is its primary code (https://sqlite.org/rescode.html).
function primaryCode(error: unknown): number | undefined {
  const code = sqliteCode(error);
  return code === undefined ? undefined : code & 0xff;
}

const BUSY = 5;
const UNIQUE_CODES = [2067, 1555];
const FOREIGN_KEY = 787;
// Locked, read-only, input/output error, full, cannot open: states of the machine rather than faults of the statement.
const UNAVAILABLE_CODES = [BUSY, 6, 8, 10, 13, 14];

/** Whether another connection holds the lock that this statement needs. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** The same failure in words that hold for any database; an unexpected one comes back as it is. */
export function translate(error: unknown): unknown {
  if (UNIQUE_CODES.includes(sqliteCode(error) ?? 0)) {
    return new UniqueViolation('A unique index refused the row', { cause: error });
  }
  if (sqliteCode(error) === FOREIGN_KEY) {
    return new OwnerGone('A foreign key refused the row', { cause: error });
  }
  if (UNAVAILABLE_CODES.includes(primaryCode(error) ?? 0)) {
    return new DatabaseUnavailable('The database is unavailable', { cause: error });
  }
  return error;
}
