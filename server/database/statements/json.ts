import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import { type TableName, TABLES } from '../tables.ts';

/** Selects `rows` of `table` as the text of a JSON array of objects with `columns`. */
export function jsonArrayOf(table: TableName, rows: Expression<unknown>, columns: readonly string[]) {
  const { fn } = expressionBuilder();
  const members = columns.flatMap((column) => {
    const value = sql.ref(`row.${column}`);
    return [sql.lit(column), column in TABLES[table].times ? fn('iso_time', [value]) : value];
  });
  const array = fn.agg('json_agg', [fn('json_build_object', members)]);
  return sql<string>`(select coalesce(${array}, '[]') from ${rows} as ${sql.ref('row')})`;
}

/** `column in (…)` for a JSON array, which is one parameter whatever its length. */
export function isOneOf(column: string, type: 'uuid' | 'bigint' | 'text', array: string): Expression<SqlBool> {
  const build = expressionBuilder();
  const element = type === 'text' ? sql.ref('value') : build.cast(sql.ref('value'), type);
  const list = build.fn('json_array_elements_text', [sql.val(array)]);
  return build.fn<SqlBool>('one_of', [sql.ref(column), sql`(select ${element} from ${list})`]);
}
