import { useEffect, useState } from 'react';
import { nounFor } from '../../components/plural.ts';
import type { Reason } from '../../components/reason.tsx';
import type { FieldMessages } from '../../messages.ts';
import type { Errors, Resolver } from '../../rules.ts';
import type { Texts } from './fields.ts';

export type Messages<Values> = Record<keyof Values, FieldMessages>;

type ValidationOptions<Values> = {
  resolver: Resolver<Values>;
  messages: Messages<Values>;
  read: () => Values;
  report: (reason: Reason | undefined) => void;
};

/** The errors of a form's fields. Reports how many there are each time that their number changes. */
export function useValidation<Values extends Texts>(options: ValidationOptions<Values>) {
  const { resolver, messages, read, report } = options;
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [attempted, setAttempted] = useState(false);
  const count = countOf(errors);
  useEffect(() => report(attentionTo(count)), [report, count]);

  const validate = () => validateOffline(resolver, read(), messages);

  async function validateAll() {
    const result = await validate();
    setAttempted(true);
    setErrors(result.errors);
    report(attentionTo(countOf(result.errors)));
    return result;
  }

  async function validateAgain(names: (keyof Values)[]) {
    if (!attempted) return;
    // If the rules cannot be loaded, the next submit gives the reason.
    const { errors: found } = await validate().catch(() => ({ errors: {} as Errors<Values> }));
    setErrors((current) => ({ ...current, ...Object.fromEntries(names.map((name) => [name, found[name]])) }));
  }

  function clear() {
    setErrors({});
    setAttempted(false);
  }

  return { errors, setErrors, validateAll, validateAgain, clear };
}

function countOf<Values>(errors: Errors<Values>): number {
  return Object.values(errors).filter((error) => error !== undefined).length;
}

function attentionTo(fields: number): Reason | undefined {
  if (fields === 0) return undefined;
  return { words: () => `${nounFor(fields, '1 campo precisa', `${fields} campos precisam`)} de atenção` };
}

/** If the rules cannot be loaded, an empty form still names what is missing. */
async function validateOffline<Values extends Texts>(
  resolver: Resolver<Values>,
  typed: Values,
  messages: Messages<Values>,
): ReturnType<Resolver<Values>> {
  try {
    return await resolver(typed);
  } catch (error) {
    const missing = Object.keys(messages).filter((name) => messages[name]?.['required'] && !typed[name]);
    if (missing.length === 0) throw error;
    const required = { code: 'required' };
    return { values: typed, errors: Object.fromEntries(missing.map((name) => [name, required])) as Errors<Values> };
  }
}
