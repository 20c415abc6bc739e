export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  readonly columns: readonly string[];

  constructor(columns: readonly string[], options?: ErrorOptions) {
    super(`A unique index on ${columns.join(', ')} refused the row`, options);
    this.columns = columns;
  }
}

/** The session ended, or the user was deleted, after the session was checked. */
export class UserGone extends Error {
  override readonly name = 'UserGone';
}

/** The database is locked, full, unreachable or too slow. A retry may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The message is one line for the operator, with the remedy. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
