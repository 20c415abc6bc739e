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

/**
 * For what is asked all the time: a query that is compiled once for each database. `build` gets marks instead of values, so
 * what differs by a value is another query.
 */
export function prepared<Values extends object, Row>(build: Build<Values, Row>) {
  const known = new WeakMap<object, Compiled<Row>>();

  return async (database: Database, values: Values): Promise<Row[]> => {
    const { adapter, plugins } = database.getExecutor();
    // A plugin is shown each query.
    if (plugins.length > 0) return (await database.executeQuery<Row>(build(database, values))).rows;
    const compiled = known.get(adapter) ?? compile(build, database);
    known.set(adapter, compiled);
    const { query, readers } = compiled;
    return (await database.executeQuery<Row>({ ...query, parameters: readers.map((read) => read(values)) })).rows;
  };
}

function compile<Values extends object, Row>(build: Build<Values, Row>, database: Database): Compiled<Row> {
  const keys = new Map<unknown, PropertyKey>();
  const markFor = (_values: object, key: PropertyKey) => {
    const mark = Symbol(String(key));
    keys.set(mark, key);
    return mark;
  };
  const query = build(database, new Proxy<Values>({} as Values, { get: markFor })).compile();
  if (!names.has(query.sql)) names.set(query.sql, `trilha_${names.size}`);
  const readers = query.parameters.map((parameter) => {
    const key = keys.get(parameter);
    return key === undefined ? () => parameter : (values: object): unknown => Reflect.get(values, key);
  });
  return { query, readers };
}
