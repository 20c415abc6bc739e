import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from '../open.ts';

// Of each statement that a connection prepares once.
const names = new Map<string, string>();

/** What a connection keeps a statement by; undefined for one that is seldom asked. */
export function nameOf(statement: string): string | undefined {
  return names.get(statement);
}

type Build<Values, Row> = (database: Database, values: Values) => Compilable<Row>;
type Compiled<Row> = { query: CompiledQuery<Row>; readers: Array<(values: object) => unknown> };

/** One that waits for its turn in `runTogether`. */
export type Statement<Row> = (database: Database) => CompiledQuery<Row>;

/**
 * Compiles a hot query once per database. `build` gets placeholders instead of values, so the shape of the query must not
 * depend on them: the first call throws TypeError if it does.
 */
export function prepared<Values extends object, Row>(build: Build<Values, Row>) {
  const known = new WeakMap<object, Compiled<Row>>();

  const withValues = (database: Database, values: Values): CompiledQuery<Row> => {
    const { adapter, plugins } = database.getExecutor();
    // A plugin is shown each query.
    if (plugins.length > 0) return build(database, values).compile();
    const compiled = known.get(adapter) ?? compile(build, database);
    known.set(adapter, compiled);
    const { query, readers } = compiled;
    return { ...query, parameters: readers.map((read) => read(values)) };
  };

  const run = async (database: Server, values: Values): Promise<Row[]> => {
    const query = withValues(database, values);
    if (!database.runTogether) return (await database.executeQuery<Row>(query)).rows;
    const [rows] = await database.runTogether([query]);
    return rows as Row[];
  };
  /** For `runTogether`. */
  const later =
    (values: Values): Statement<Row> =>
    (database) =>
      withValues(database, values);
  return Object.assign(run, { later });
}

export type Statements<Rows extends unknown[]> = { [Index in keyof Rows]: Statement<Rows[Index]> };
export type Answers<Rows extends unknown[]> = { [Index in keyof Rows]: Array<Rows[Index]> };

/** What can take several statements at once. */
type Server = Database & { runTogether?: (queries: readonly CompiledQuery[]) => Promise<unknown[][]> };

/**
 * Statements none of which needs the answer of another: they are run one after the other in a transaction of their own,
 * and a server is asked once. Answers the rows of each.
 */
export async function runTogether<Rows extends unknown[]>(
  database: Server,
  statements: Statements<Rows>,
): Promise<Answers<Rows>> {
  if (database.runTogether) {
    return (await database.runTogether(statements.map((statement) => statement(database)))) as Answers<Rows>;
  }
  return database.transaction().execute(async (transaction) => {
    const answers: unknown[][] = [];
    for (const statement of statements) answers.push((await transaction.executeQuery(statement(transaction))).rows);
    return answers as Answers<Rows>;
  });
}

function compile<Values extends object, Row>(build: Build<Values, Row>, database: Database): Compiled<Row> {
  const keys = new Map<unknown, PropertyKey>();
  const markFor = (_values: object, key: PropertyKey) => {
    const mark = Symbol(String(key));
    keys.set(mark, key);
    return mark;
  };
  const query = build(database, new Proxy<Values>({} as Values, { get: markFor })).compile();
  // No trap sees a condition or String() of a placeholder: built with nulls, the query must come out the same.
  const withNulls = build(database, new Proxy<Values>({} as Values, { get: () => null })).compile();
  const isSame = (parameter: unknown, index: number) =>
    keys.has(parameter) || parameter === withNulls.parameters[index];
  if (withNulls.sql !== query.sql || !query.parameters.every(isSame)) {
    throw new TypeError(`A prepared query depends on a value: ${query.sql}`);
  }
  if (!names.has(query.sql)) names.set(query.sql, `trilha_${names.size}`);
  const readers = query.parameters.map((parameter) => {
    const key = keys.get(parameter);
    return key === undefined ? () => parameter : (values: object): unknown => Reflect.get(values, key);
  });
  return { query, readers };
}
