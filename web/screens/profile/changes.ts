import type { FieldValues, Resolver } from 'react-hook-form';
import { resolverOf, type Schema } from '../../rules.ts';

type Texts = Record<string, string>;

export function changesOf<Values extends Texts>(values: Values, stored: Values): Partial<Values> {
  const names = Object.keys(stored).filter((name) => values[name] !== stored[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Validates only changed values: another client may have stored the others under looser rules. */
export function resolverOfChanges<Values extends Texts>(
  schema: Schema<FieldValues>,
  stored: Values,
): Resolver<Values, unknown, Values> {
  const validate = resolverOf<FieldValues>(schema);
  return async (values, context, options) => {
    const changes = changesOf(values, stored);
    const result = await validate(changes, context, options as unknown as Parameters<typeof validate>[2]);
    if (Object.keys(result.errors).length > 0) return { values: {}, errors: result.errors as never };
    return { values: { ...values, ...result.values }, errors: {} };
  };
}
