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
  return elementsOf(ids, expressionBuilder().cast(sql.ref('value'), 'uuid'));
}

/** The same, of texts. */
export function textsOf(texts: string): RawBuilder<string> {
  return elementsOf(texts, sql.ref('value'));
}

/** The same, of whole numbers. */
export function numbersOf(numbers: string): RawBuilder<number> {
  return elementsOf(numbers, expressionBuilder().cast(sql.ref('value'), 'bigint'));
}

function elementsOf<Element>(array: string, element: Expression<unknown>): RawBuilder<Element> {
  const list = expressionBuilder().fn('json_array_elements_text', [sql.val(array)]);
  return sql<Element>`(select ${element} from ${list})`;
}
