import { useEffect, useState, type SubmitEvent } from 'react';
import { ApiError } from '../../api.ts';
import type { Call } from '../../call.ts';
import { loadToaster } from '../../components/toast.ts';
import { releaseEarlySubmit } from '../../loading/early-request.ts';
import type { FieldMessages } from '../../messages.ts';
import type * as ruleModule from '../../rules.ts';
import type { Errors, Resolver } from '../../rules.ts';
import { useFields, type Texts } from './fields.ts';

const PREFETCH_DELAY_MS = 2_000;

const loadRules = () => import('../../rules.ts');
const prefetchRules = () => void loadRules().catch(() => undefined);

/** Defers a resolver to the validation chunk, which loads after `PREFETCH_DELAY_MS`, on focus or on submit. */
export function lazyResolver<Values>(pick: (rules: typeof ruleModule) => Resolver<Values>): Resolver<Values> {
  return async (values) => pick(await loadRules())(values);
}

type FormOptions<Values extends Texts> = {
  resolver: Resolver<Values>;
  /** In the order of the fields on the screen. A field without a `required` message is optional. */
  messages: Record<keyof Values, FieldMessages>;
  /** If absent, the form keeps text that was typed before hydration. */
  values?: Values;
  call: Call<Values>;
  focusesRefused?: boolean;
};

export type Register<Name> = (
  name: Name,
  options?: { deps: Name[] },
) => {
  name: string;
  required: boolean;
  error: string | undefined;
  onChange: () => void;
  placeholder?: string | undefined;
};

function usePrefetchedChunks() {
  useEffect(() => {
    // Later the user may be offline.
    const timer = setTimeout(() => {
      prefetchRules();
      loadToaster().catch(() => undefined);
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Validates on the first submit, then on change (WAI-ARIA 1.2, `aria-invalid`). Shows the server's field errors. */
export function useValidatedForm<Values extends Texts>(options: FormOptions<Values>) {
  const { resolver, messages, values, call, focusesRefused = false } = options;
  const names = Object.keys(messages) as (keyof Values & string)[];
  const { ref, saved, touched, read, refresh, ...form } = useFields(names, values);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [attempted, setAttempted] = useState(false);
  useEffect(releaseEarlySubmit, []);
  usePrefetchedChunks();

  function field(name: keyof Values & string, { deps = [] }: { deps?: (keyof Values & string)[] } = {}) {
    return {
      name,
      ...(saved && { defaultValue: saved[name] }),
      required: messages[name]['required'] !== undefined,
      error: messages[name][errors[name] ?? ''],
      onChange: () => changed([name, ...deps]),
    };
  }

  function changed(fields: (keyof Values & string)[]) {
    refresh();
    if (attempted) void validateAgain(fields);
  }

  async function validateAgain(fields: (keyof Values & string)[]) {
    const found = (await resolver(read())).errors;
    setErrors((current) => ({ ...current, ...Object.fromEntries(fields.map((name) => [name, found[name]])) }));
  }

  async function send(makeCall: (input: Values) => Promise<void>) {
    const input = await resolver(read());
    setAttempted(true);
    setErrors(input.errors);
    const invalid = names.find((name) => input.errors[name] !== undefined);
    if (invalid !== undefined) form.focus(invalid);
    else await makeCall(input.values).catch(markRefused);
  }

  function markRefused(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields } = error;
    const refused = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    setErrors(Object.fromEntries(refused.map((name) => [name, fields[name] ?? code])) as Errors<Values>);
    if (focusesRefused && refused[0] !== undefined) form.focus(refused[0]);
    throw error;
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    call.runForm(send);
  }

  /** Shows saved values in all fields, as in a new form. */
  function reset(changedValues: Values) {
    form.save(changedValues);
    setErrors({});
    setAttempted(false);
  }

  /** Sets a value as if the user had typed it. */
  function enter(name: keyof Values & string, value: string) {
    form.setValue(name, value);
    changed([name]);
  }

  const props = { ref, method: 'post', noValidate: true, 'aria-busy': call.pending, onFocus: prefetchRules, onSubmit };
  return { props, field, touched, form: { ...form, reset, enter } };
}
