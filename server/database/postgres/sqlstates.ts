import { DatabaseError } from 'pg';
import { DatabaseUnavailable, UniqueViolation, UserGone } from '../errors.ts';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const DEADLOCKS = ['40001', '40P01'];
const READ_ONLY = '25006';
// Connection lost, transaction idle, no privilege, no resources, lock timeout, operator intervention, system error.
const UNAVAILABLE = /^(08|25P0[34]|42501|53|55P03|57|58|XX)/;

export class Deadlock extends DatabaseUnavailable {}

function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

export function isConnectionLost(error: unknown): boolean {
  // After a failover this may be a standby; a new connection reaches the primary.
  if (sqlState(error) === READ_ONLY) return true;
  if (error instanceof DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
}

export function translate(error: unknown): unknown {
  if (isConnectionLost(error)) return unavailable(error);
  if (!(error instanceof DatabaseError)) return error;
  const cause = withoutValues(error);
  const state = error.code ?? '';
  if (state === UNIQUE) return new UniqueViolation(columnsIn(error), { cause });
  if (state === FOREIGN_KEY) return new UserGone('A foreign key refused the row', { cause });
  if (DEADLOCKS.includes(state)) return new Deadlock('Deadlock', { cause });
  return UNAVAILABLE.test(state) ? unavailable(error) : cause;
}

export function unavailable(error: unknown): DatabaseUnavailable {
  const cause = error instanceof DatabaseError ? withoutValues(error) : error;
  return new DatabaseUnavailable('The database is unavailable', { cause });
}

// `detail` and similar fields contain the row's values, which must not be logged.
function withoutValues({ message, code, stack }: DatabaseError): Error {
  return Object.assign(new Error(`${message} (${code})`), { stack });
}

// "Key (user_id, title_key)=(…) already exists.", in the server's language.
function columnsIn({ detail = '' }: DatabaseError): string[] {
  const [, columns = ''] = /\(([\w, ]+)\)=/.exec(detail) ?? [];
  return columns.split(', ');
}
