import { type Connection, type PoolClient, Query, type QueryResult } from 'pg';

/** One without a name is prepared each time. */
export type Statement = { text: string; values: readonly unknown[]; name?: string | undefined };

/**
 * Sends statements in one message, and answers the result of each. Each sees what was committed before it; outside a
 * transaction all are kept or none.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null | undefined, results: unknown) => {
      if (error) reject(error);
      else resolve([results].flat() as QueryResult[]);
    };
    client.query(new Batch(statements, done));
  });
}

// By connection, what its server has prepared for batches.
const prepared = new WeakMap<Connection, Set<string>>();

/** Its answers are gathered as `pg` gathers those of a text with several statements. */
class Batch extends Query {
  readonly #statements: readonly Statement[];
  #ended: () => void = () => undefined;

  constructor(statements: readonly Statement[], done: (error: Error | null | undefined, results: unknown) => void) {
    super({ text: '' }, (error: Error | undefined, results) => {
      this.#ended();
      done(error, results);
    });
    this.#statements = statements;
  }

  override submit = (connection: Connection): null => {
    const known = prepared.get(connection) ?? new Set();
    prepared.set(connection, known);
    const added: string[] = [];
    connection.stream.cork();
    for (const { text, values, name: given } of this.#statements) {
      // `pg` keeps its own list of what it has prepared.
      const name = given === undefined ? '' : `${given}_together`;
      if (!known.has(name)) {
        added.push(name);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: values.map(asParameter) }, true);
      connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
    if (added.length > 0) this.#follow(connection, known, added);
    return null;
  };

  /** After a failure the server prepares nothing more of the batch. */
  #follow(connection: Connection, known: Set<string>, added: string[]): void {
    const parsed = () => {
      const name = added.shift();
      if (name) known.add(name);
    };
    connection.on('parseComplete', parsed);
    this.#ended = () => connection.off('parseComplete', parsed);
  }
}

type Value = string | number | bigint | boolean | Uint8Array | null | undefined;

function asParameter(value: unknown): string | Buffer | null {
  const plain = value as Value;
  if (plain === null || plain === undefined) return null;
  return plain instanceof Uint8Array ? Buffer.from(plain) : String(plain);
}
