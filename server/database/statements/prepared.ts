import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from '../open.ts';

const names = new Map<string, string>();
const queries = new Map<string, (database: Queryable) => Compiled<unknown>>();

export function statementName(sql: string): string | undefined {
  return names.get(sql);
}

type Build<Values, Row> = (database: Queryable, values: Values) => Compilable<Row>;
type Compiled<Row> = { query: CompiledQuery<Row>; keys: ReadonlyArray<PropertyKey | undefined> };
export type BoundQuery<Row> = (database: Queryable) => CompiledQuery<Row>;

/** Compiles a hot query once per database. Throws TypeError if a value would change the SQL. */
export function prepared<Values extends object, Row>(name: string, build: Build<Values, Row>) {
  if (queries.has(name)) throw new TypeError(`Two prepared queries are named ${name}`);
  queries.set(name, (database) => compile(name, build, database));
  const compiledFor = new WeakMap<object, Compiled<Row>>();

  const statement =
    (values: Values): BoundQuery<Row> =>
    (database) => {
      // A database and its transactions share the adapter.
      const { adapter } = database.getExecutor();
      const { query, keys } = compiledFor.getOrInsertComputed(adapter, () => compile(name, build, database));
      const parameters = query.parameters.map((constant, index) => {
        const key = keys[index];
        return key === undefined ? constant : Reflect.get(values, key);
      });
      return { ...query, parameters };
    };
  const run = async (database: Queryable, values: Values): Promise<Row[]> => {
    const query = statement(values)(database);
    // A transaction has no engine.
    if (!('engine' in database)) return (await database.executeQuery(query)).rows;
    return (await database.engine.run(query)) as Row[];
  };
  return Object.assign(run, { statement });
}

export function listPrepared(database: Queryable): Array<{ name: string; sql: string; parameters: string[] }> {
  return [...queries].map(([name, compileFor]) => {
    const { query, keys } = compileFor(database);
    const parameters = query.parameters.map((constant, index) => String(keys[index] ?? JSON.stringify(constant)));
    return { name, sql: query.sql, parameters };
  });
}

export function compile<Values extends object, Row>(name: string, build: Build<Values, Row>, database: Queryable) {
  const keys = new Map<unknown, PropertyKey>();
  const placeholderFor = (_values: object, key: PropertyKey) => {
    const placeholder = Symbol(String(key));
    keys.set(placeholder, key);
    return placeholder;
  };
  const query = build(database, new Proxy<Values>({} as Values, { get: placeholderFor })).compile();
  // A proxy cannot detect `if (placeholder)` or String(placeholder); a second build with nulls does.
  const withNulls = build(database, new Proxy<Values>({} as Values, { get: () => null })).compile();
  const isSame = (parameter: unknown, index: number) =>
    keys.has(parameter) || parameter === withNulls.parameters[index];
  if (withNulls.sql !== query.sql || !query.parameters.every(isSame)) {
    throw new TypeError(`The prepared query ${name} depends on a value: ${query.sql}`);
  }
  if (!names.has(query.sql)) names.set(query.sql, name);
  return { query, keys: query.parameters.map((parameter) => keys.get(parameter)) };
}
