import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';

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

/** Whether the column is one of the ids of a JSON array, which is one value whatever their number. */
export function isOneOfIds(column: string, ids: string): Expression<SqlBool> {
  return isOneOf(column, ids, expressionBuilder().cast(sql.ref('value'), 'uuid'));
}

/** The same, of texts. */
export function isOneOfTexts(column: string, texts: string): Expression<SqlBool> {
  return isOneOf(column, texts, sql.ref('value'));
}

/** The same, of whole numbers. */
export function isOneOfNumbers(column: string, numbers: string): Expression<SqlBool> {
  return isOneOf(column, numbers, expressionBuilder().cast(sql.ref('value'), 'bigint'));
}

function isOneOf(column: string, array: string, element: Expression<unknown>): Expression<SqlBool> {
  const { fn } = expressionBuilder();
  const list = fn('json_array_elements_text', [sql.val(array)]);
  return fn<SqlBool>('one_of', [sql.ref(column), sql`(select ${element} from ${list})`]);
}
