import pg, { type Connection, type PoolClient, Query, type QueryResult } from 'pg';

type PrepareValue = (value: unknown) => string | Buffer | null;

// Converts parameters as `client.query()` does. The types of `pg` omit it.
const { prepareValue } = (pg as unknown as { utils: { prepareValue: PrepareValue } }).utils;

export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined };

const preparedNames = new WeakMap<PoolClient, Set<string>>();

/** Sends statements with one `Sync`, which makes them one transaction ("Pipelining" in PostgreSQL's documentation). */
export function sendBatch(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult[]> {
  const prepared = preparedNames.getOrInsertComputed(client, () => new Set());
  // A conversion may throw, and must do so before the first message.
  const converted = statements.map(({ text, values, name }) => ({
    text,
    values: values.map((value) => prepareValue(value)),
    // `pg` itself prepares single statements under the plain name.
    name: name === undefined ? '' : `batch_${name}`,
  }));
  return new Promise((resolve, reject) => {
    const query = new Query({ text: '' }, (error, results) => {
      if (error) {
        reject(error);
        return;
      }
      for (const { name } of converted) if (name !== '') prepared.add(name);
      resolve([results].flat());
    });
    query.submit = (connection) => write(connection, converted, prepared);
    client.query(query);
  });
}

type Converted = { text: string; values: Array<ReturnType<PrepareValue>>; name: string };

function write(connection: Connection, statements: readonly Converted[], prepared: ReadonlySet<string>): void {
  connection.stream.cork();
  for (const { text, values, name } of statements) {
    if (!prepared.has(name)) {
      // An earlier batch that failed may have prepared this name. Closing an unknown name is no error.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values }, true);
    connection.describe({ type: 'P' }, true);
    connection.execute({}, true);
  }
  connection.sync();
  connection.stream.uncork();
}
