import type { FieldValues, Resolver } from 'react-hook-form';
import { rulesOf, type Schema } from '../../rules.ts';

type Texts = Record<string, string>;

/** The values that differ from the stored ones. */
export function changesOf<Values extends Texts>(values: Values, stored: Values): Partial<Values> {
  const names = Object.keys(stored).filter((name) => values[name] !== stored[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Checks changed values only: another client may have stored the others under looser rules. */
export function rulesOfChanges<Values extends Texts>(
  schema: Schema<FieldValues>,
  stored: Values,
): Resolver<Values, unknown, Values> {
  const check = rulesOf<FieldValues>(schema);
  return async (values, context, options) => {
    const checked = await check(changesOf(values, stored), context, options as unknown as Parameters<typeof check>[2]);
    if (Object.keys(checked.errors).length > 0) return { values: {}, errors: checked.errors as never };
    return { values: { ...values, ...checked.values }, errors: {} };
  };
}
