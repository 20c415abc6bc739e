import { useEffect, useEffectEvent, useState, type SubmitEvent, type SyntheticEvent } from 'react';
import { ApiError } from '../../api.ts';
import type { Call } from '../../call.ts';
import type { Correction } from '../../components/forms/field.tsx';
import { loadToaster } from '../../components/toast.ts';
import { releaseEarlySubmit } from '../../loading/early-request.ts';
import type * as ruleModule from '../../rules.ts';
import type { Errors, Resolver } from '../../rules.ts';
import { readDraft, storeDraft } from '../../session.ts';
import { useFields, type Texts } from './fields.ts';
import { useValidation, type Messages } from './validation.ts';

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
  messages: Messages<Values>;
  /** If absent, the form keeps text that was typed before hydration. */
  values?: Values;
  call: Call<Values>;
  focusesRefused?: boolean;
  /** Explains a refusal by the server that names no field. */
  refusal?: string;
  /** Keeps the text under this name while the visitor is on another screen, without passwords. */
  draft?: string;
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
  correction?: Correction;
};

/** Validates on the first submit, then on change (WAI-ARIA 1.2, `aria-invalid`). Shows the server's field errors. */
export function useValidatedForm<Values extends Texts>(options: FormOptions<Values>) {
  type Name = keyof Values & string;
  const { resolver, messages, call, focusesRefused = false, refusal, draft } = options;
  const [values = options.values] = useState(() =>
    draft === undefined ? undefined : (readDraft(draft) as Values | undefined),
  );
  const names = Object.keys(messages) as Name[];
  const { ref, saved, touched, read, refresh, ...form } = useFields(names, values);
  const validation = useValidation({ resolver, messages, read, report: call.report });
  useStored(values, saved, (stored) => {
    form.save(stored);
    // An error may be that of a text which was replaced.
    void validation.validateAgain(names);
  });
  useEffect(releaseEarlySubmit, []);
  useEffect(prefetchLater, []);

  function field(name: Name, { deps = [] }: { deps?: Name[] } = {}) {
    const { code = '', correction } = validation.errors[name] ?? {};
    return {
      name,
      ...(saved && { defaultValue: saved[name] }),
      required: messages[name]['required'] !== undefined,
      error: messages[name][code],
      onChange: () => changed([name, ...deps]),
      ...(correction !== undefined && { correction: { value: correction, accept: () => enter(name, correction) } }),
    };
  }

  function changed(fields: Name[]) {
    refresh();
    void validation.validateAgain(fields);
  }

  async function send(makeCall: (input: Values) => Promise<void>) {
    form.markSent();
    const input = await validation.validateAll();
    const invalid = names.find((name) => input.errors[name] !== undefined);
    if (invalid !== undefined) form.focus(invalid);
    else await makeCall(input.values).catch(markRefused);
  }

  function markRefused(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields } = error;
    const refused = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    if (refused[0] === undefined && refusal !== undefined) call.report({ words: () => refusal });
    validation.setErrors(
      Object.fromEntries(refused.map((name) => [name, { code: fields[name] ?? code }])) as Errors<Values>,
    );
    if (focusesRefused && refused[0] !== undefined) form.focus(refused[0]);
    throw error;
  }

  /** Shows saved values as in a new form, but keeps what was typed after the form was sent. */
  function reset(changedValues: Values) {
    form.saveSent(changedValues);
    validation.clear();
  }

  /** Sets a value as if the user had typed it. */
  function enter(name: Name, value: string) {
    form.setValue(name, value);
    changed([name]);
    form.focus(name);
  }

  const props = { ref, method: 'post', noValidate: true, 'aria-busy': call.pending, ...handlersOf(call, send, draft) };
  return { props, field, touched, form: { ...form, reset, enter } };
}

/** Calls `show` when `stored` has changed, for example in another tab. */
function useStored<Values>(stored: Values | undefined, saved: Values | undefined, show: (stored: Values) => void) {
  const storedKey = JSON.stringify(stored);
  const showStored = useEffectEvent((key: string | undefined) => {
    if (stored && key !== JSON.stringify(saved)) show(stored);
  });
  useEffect(() => showStored(storedKey), [storedKey]);
}

function handlersOf<Values>(call: Call<Values>, send: Parameters<Call<Values>['runForm']>[0], draft?: string) {
  return {
    onFocus: prefetchRules,
    onInput({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
      if (draft !== undefined) saveDraft(draft, currentTarget);
    },
    onSubmit(event: SubmitEvent) {
      event.preventDefault();
      call.runForm(send);
    },
  };
}

// Later the user may be offline.
function prefetchLater(): () => void {
  const timer = setTimeout(() => {
    prefetchRules();
    loadToaster().catch(() => undefined);
  }, PREFETCH_DELAY_MS);
  return () => clearTimeout(timer);
}

function saveDraft(name: string, form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter(([field]) => !/password/i.test(field));
  storeDraft(name, Object.fromEntries(texts) as Record<string, string>);
}
