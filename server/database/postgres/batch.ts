import pg, { type Connection, type DatabaseError, type PoolClient, type Submittable } from 'pg';

/** Converts a parameter as `client.query()` does. Exported by `pg`, missing in its types. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils;

/** One without a name is prepared each time. */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined };

type Row = Record<string, unknown>;
/** As Kysely takes it. */
export type Answer = { command: Command; rowCount: number; rows: Row[] };
type Command = 'INSERT' | 'UPDATE' | 'DELETE' | 'MERGE' | 'SELECT' | 'COMMIT' | 'ROLLBACK';

/**
 * Sends statements in one message, and answers the result of each. Each sees what was committed before it; outside a
 * transaction all are kept or none.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, answers) => (error ? reject(error) : resolve(answers ?? []));
    client.query(new Batch(client, statements, done));
  });
}

type Done = (error: Error | null | undefined, answers?: Answer[]) => void;
type Column = { name: string; read: (text: string) => unknown };
type Field = { name: string; dataTypeID: number };

// By connection: what its server has prepared, and the columns of each answer. They are asked for once.
const prepared = new WeakMap<Connection, Map<string, readonly Column[]>>();

/** What `pg` calls while a query of it runs. */
class Batch implements Submittable {
  /** Wrapped by `pg`, for its time-out. */
  callback: Done;
  readonly #client: PoolClient;
  readonly #statements: readonly Statement[];
  readonly #answers: Answer[] = [];
  #known = new Map<string, readonly Column[]>();
  #columns: readonly Column[] = [];
  #rows: Row[] = [];

  constructor(client: PoolClient, statements: readonly Statement[], done: Done) {
    this.#client = client;
    this.#statements = statements;
    this.callback = done;
  }

  submit(connection: Connection): void {
    this.#known = prepared.get(connection) ?? this.#known;
    prepared.set(connection, this.#known);
    connection.stream.cork();
    for (const { text, values, name = '' } of this.#statements) {
      const isKnown = this.#known.has(name);
      if (!isKnown) {
        // A batch that failed may have prepared it. To close what is not there is no fault.
        connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: values.map((value) => prepareValue(value)) }, true);
      if (!isKnown) connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#expectNext();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: this.#client.getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }): void {
    const row: Row = {};
    for (const [index, { name, read }] of this.#columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : read(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#statements[this.#answers.length] as Statement;
    if (name !== undefined) this.#known.set(name, this.#columns);
    // "INSERT 0 1", "SELECT 8", "BEGIN".
    const words = text.split(' ');
    this.#answers.push({ command: words[0] as Command, rowCount: Number(words.at(-1)), rows: this.#rows });
    this.#expectNext();
  }

  #expectNext(): void {
    const { name = '' } = this.#statements[this.#answers.length] ?? {};
    this.#columns = this.#known.get(name) ?? [];
    this.#rows = [];
  }

  handleError(error: DatabaseError): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answers);
  }
}
