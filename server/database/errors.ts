/** The index decides, so two requests at once cannot both win. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  readonly columns: readonly string[];

  constructor(columns: readonly string[], options?: ErrorOptions) {
    super(`A unique index on ${columns.join(', ')} refused the row`, options);
    this.columns = columns;
  }
}

/** Logged out or deleted after the session was checked. */
export class UserGone extends Error {
  override readonly name = 'UserGone';
}

/** Locked for too long, full or unreadable: trying again may work. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The message is one line that tells the operator what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
