import { type Expression, expressionBuilder, type RawBuilder, sql } from 'kysely';

/** The rows of a subquery as one column: the text of a JSON array, of objects with these columns. Times are ISO 8601. */
export function jsonArrayOf(rows: Expression<unknown>, columns: readonly string[]): RawBuilder<string> {
  const { fn } = expressionBuilder();
  const members = columns.flatMap((column) => {
    const value = sql.ref(`row.${column}`);
    return [sql.lit(column), column.endsWith('_at') ? fn('iso_time', [value]) : value];
  });
  const array = fn.agg('json_agg', [fn('json_build_object', members)]);
  return sql<string>`(select coalesce(${array}, '[]') from ${rows} as ${sql.ref('row')})`;
}

/** For `in`: the ids of an array, as one value whatever their number. */
export function idsOf(ids: string): RawBuilder<string> {
  const { fn } = expressionBuilder();
  const list = fn('json_array_elements_text', [sql.val(ids)]);
  return sql<string>`(select ${expressionBuilder().cast(sql.ref('value'), 'uuid')} from ${list})`;
}
