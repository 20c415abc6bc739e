import { DatabaseUnavailable, UniqueViolation, UserGone } from '../errors.ts';

// https://sqlite.org/rescode.html
const [BUSY, LOCKED, READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN] = [5, 6, 8, 10, 13, 14];
const UNAVAILABLE_CODES = [BUSY, LOCKED, READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN];
const WRITE_FAILED = 778;
const UNIQUE_CODES = [2067, 1555];
const FOREIGN_KEY = 787;

/** The extended result code; 0 for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}

export function primaryCode(error: unknown): number {
  return sqliteCode(error) & 0xff;
}

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

export function isFull(error: unknown): boolean {
  return primaryCode(error) === FULL || sqliteCode(error) === WRITE_FAILED;
}

export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (UNIQUE_CODES.includes(sqliteCode(error))) return new UniqueViolation(columnsIn(error), { cause: error });
  if (sqliteCode(error) === FOREIGN_KEY) return new UserGone('A foreign key refused the row', { cause: error });
  if (UNAVAILABLE_CODES.includes(primaryCode(error))) {
    return new DatabaseUnavailable('The database is unavailable', { cause: error });
  }
  return error;
}

// "UNIQUE constraint failed: technologies.user_id, technologies.title_key"
function columnsIn({ message }: Error): string[] {
  return [...message.matchAll(/\w+\.(\w+)/g)].map(([, column = '']) => column);
}
