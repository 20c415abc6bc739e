import type { Compilable, CompiledQuery } from 'kysely';
import type { Queryable } from '../open.ts';

const names = new Map<string, string>();
const queries = new Map<string, (database: Queryable) => Compiled<unknown>>();

/** The name that a connection prepares a statement under; undefined for a statement that is not prepared. */
export function nameOf(statement: string): string | undefined {
  return names.get(statement);
}

type Build<Values, Row> = (database: Queryable, values: Values) => Compilable<Row>;
type Compiled<Row> = { query: CompiledQuery<Row>; keys: ReadonlyArray<PropertyKey | undefined> };

/** A prepared query with its values, for `runTogether`. */
export type Statement<Row> = (database: Queryable) => CompiledQuery<Row>;

/**
 * Compiles a hot query once per database. `build` gets placeholders instead of values, so the shape of the query must not
 * depend on them: the first call throws TypeError if it does. `npm run queries` lists the query under `name`.
 */
export function prepared<Values extends object, Row>(name: string, build: Build<Values, Row>) {
  if (queries.has(name)) throw new TypeError(`Two prepared queries are named ${name}`);
  queries.set(name, (database) => compile(name, build, database));
  const compiledFor = new WeakMap<object, Compiled<Row>>();

  const statement =
    (values: Values): Statement<Row> =>
    (database) => {
      const { adapter } = database.getExecutor();
      const compiled = compiledFor.get(adapter) ?? compile(name, build, database);
      compiledFor.set(adapter, compiled);
      const { query, keys } = compiled;
      const parameters = query.parameters.map((constant, index) => {
        const key = keys[index];
        return key === undefined ? constant : Reflect.get(values, key);
      });
      return { ...query, parameters };
    };
  const run = async (database: Queryable, values: Values): Promise<Row[]> => {
    const query = statement(values)(database);
    if (!('engine' in database)) return (await database.executeQuery(query)).rows;
    return (await database.engine.run(query)) as Row[];
  };
  return Object.assign(run, { statement });
}

/** Every prepared query of the modules that are loaded, with the names of its parameters. Throws TypeError as they do. */
export function listPrepared(database: Queryable): Array<{ name: string; sql: string; parameters: string[] }> {
  return [...queries].map(([name, compileFor]) => {
    const { query, keys } = compileFor(database);
    const parameters = query.parameters.map((constant, index) => String(keys[index] ?? JSON.stringify(constant)));
    return { name, sql: query.sql, parameters };
  });
}

/** Throws TypeError if the SQL or a parameter depends on a value. */
export function compile<Values extends object, Row>(name: string, build: Build<Values, Row>, database: Queryable) {
  const keys = new Map<unknown, PropertyKey>();
  const placeholderFor = (_values: object, key: PropertyKey) => {
    const placeholder = Symbol(String(key));
    keys.set(placeholder, key);
    return placeholder;
  };
  const query = build(database, new Proxy<Values>({} as Values, { get: placeholderFor })).compile();
  // A proxy sees no condition on a placeholder and no String() of it; a second build with nulls shows both.
  const withNulls = build(database, new Proxy<Values>({} as Values, { get: () => null })).compile();
  const isSame = (parameter: unknown, index: number) =>
    keys.has(parameter) || parameter === withNulls.parameters[index];
  if (withNulls.sql !== query.sql || !query.parameters.every(isSame)) {
    throw new TypeError(`The prepared query ${name} depends on a value: ${query.sql}`);
  }
  if (!names.has(query.sql)) names.set(query.sql, name);
  return { query, keys: query.parameters.map((parameter) => keys.get(parameter)) };
}
