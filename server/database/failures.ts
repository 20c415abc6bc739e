/** A unique index already holds these values. It decides, so two requests at once cannot both win. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
  /** The columns of the index, without their table. */
  readonly columns: readonly string[];

  constructor(columns: readonly string[], options?: ErrorOptions) {
    super(`A unique index on ${columns.join(', ')} refused the row`, options);
    this.columns = columns;
  }
}

/** The user was deleted after their session was checked. */
export class UserGone extends Error {
  override readonly name = 'UserGone';
}

/** The database is locked for too long, full or unreadable. Trying again later may work. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The server must not start on this database. The message is one line that tells the operator what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
