import type * as z from 'zod/mini';
import { toast } from '../../components/toast.ts';
import { resolverOf, type Resolver } from '../../rules.ts';
import type { Texts } from '../../shell/forms/fields.ts';

export function changesOf<Values extends Texts>(values: Values, stored: Values): Partial<Values> {
  const names = Object.keys(stored).filter((name) => values[name] !== stored[name]);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}

/** Validates only changed values: another client may have stored the others under looser rules. */
export function resolverOfChanges<Values extends Texts>(schema: z.core.$ZodType, stored: Values): Resolver<Values> {
  const validate = resolverOf(schema as z.core.$ZodType<Partial<Values>>);
  return async (values) => {
    const changes = await validate(changesOf(values, stored));
    return { values: { ...values, ...changes.values }, errors: changes.errors };
  };
}

/** For the `done` of a call that resolves to undefined if it had nothing to save. */
export function unlessUnchanged<Saved>(done: (saved: Saved) => void) {
  return (saved: Saved | undefined) => {
    if (saved === undefined) toast.info('Nenhuma alteração para salvar');
    else done(saved);
  };
}
