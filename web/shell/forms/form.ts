import { useEffect, useState, type SubmitEvent, type SyntheticEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { ApiError } from '../../api.ts';
import type { Call } from '../../call.ts';
import type { Correction } from '../../components/forms/field.tsx';
import { nounFor } from '../../components/plural.ts';
import type { Reason } from '../../components/reason.tsx';
import { keepDraft, readDraft } from '../../session.ts';
import { loadToaster } from '../../components/toast.ts';
import { releaseEarlySubmit } from '../../loading/early-request.ts';
import type { FieldMessages } from '../../messages.ts';
import type * as ruleModule from '../../rules.ts';

const PREFETCH_DELAY_MS = 2_000;

const loadRules = () => import('../../rules.ts');
const prefetchRules = () => void loadRules().catch(() => undefined);

/** Defers a resolver to the validation chunk, which loads after `PREFETCH_DELAY_MS`, on focus or on submit. */
export function lazyResolver<Values extends FieldValues>(
  pick: (rules: typeof ruleModule) => Resolver<Values, unknown, Values>,
): Resolver<Values, unknown, Values> {
  return async (...input) => pick(await loadRules())(...input);
}

type FormOptions<Values extends FieldValues> = {
  resolver: Resolver<Values, unknown, Values>;
  /** In the order of the fields on the screen. A field without a `required` message is optional. */
  messages: Record<keyof Values, FieldMessages>;
  /** If absent, the form keeps text that was typed before hydration. */
  values?: DefaultValues<Values>;
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
) => UseFormRegisterReturn & {
  error: string | undefined;
  placeholder?: string | undefined;
  correction?: Correction;
};

/** Validates on the first submit, then on change (WAI-ARIA 1.2, `aria-invalid`). Shows the server's field errors. */
export function useValidatedForm<Values extends FieldValues>(options: FormOptions<Values>) {
  const { resolver, messages, call, focusesRefused = false, refusal, draft } = options;
  const [values = options.values] = useState(() => draft && (readDraft(draft) as DefaultValues<Values> | undefined));
  const { formState, handleSubmit, register, ...form } = useForm<Values, unknown, Values>({
    resolver: (...input) => validateOffline(resolver(...input), input[0], messages),
    ...(values && { defaultValues: values }),
  });
  const { errors, isSubmitted, isDirty } = formState;
  const invalid = Object.keys(errors).length;
  const { report } = call;
  useEffect(releaseEarlySubmit, []);
  useEffect(() => report(attentionTo(invalid)), [report, invalid]);
  useEffect(prefetchLater, []);

  function correctionOf(name: Path<Values>) {
    const value = (errors[name]?.types as Record<string, string> | undefined)?.['correction'];
    if (value === undefined) return undefined;
    const accept = () => {
      form.setValue(name, value as never, { shouldDirty: true, shouldValidate: true });
      form.setFocus(name);
    };
    return { correction: { value, accept } };
  }

  function field(name: Path<Values>, registerOptions?: { deps: Path<Values>[] }) {
    const code = errors[name]?.message;
    return {
      ...register(name, registerOptions),
      required: messages[name]['required'] !== undefined,
      error: typeof code === 'string' ? messages[name][code] : undefined,
      ...correctionOf(name),
    };
  }

  function markRefused(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields } = error;
    const names = Object.keys(messages) as Path<Values>[];
    const refusedNames = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    if (refusedNames.length === 0 && refusal !== undefined) report({ words: () => refusal });
    for (const name of refusedNames) {
      const shouldFocus = focusesRefused && name === refusedNames[0];
      form.setError(name, { message: fields[name] ?? code }, { shouldFocus });
    }
    throw error;
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    call.runForm((makeCall) =>
      handleSubmit(
        (input) => makeCall(input).catch(markRefused),
        (found) => report(attentionTo(Object.keys(found).length)),
      )(event),
    );
  }

  const onInput = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => draft && saveDraft(draft, currentTarget);

  const handlers = { onFocus: prefetchRules, onInput, onSubmit };
  const props = { method: 'post', noValidate: true, 'aria-busy': call.pending, ...handlers };
  return { props, field, touched: isDirty, attempted: isSubmitted, form };
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
  keepDraft(name, Object.fromEntries(texts) as Record<string, string>);
}

function attentionTo(fields: number): Reason | undefined {
  if (fields === 0) return undefined;
  return { words: () => `${nounFor(fields, '1 campo precisa', `${fields} campos precisam`)} de atenção` };
}

type Resolved<Values extends FieldValues> = ReturnType<Resolver<Values, unknown, Values>>;

/** If the rules cannot be loaded, an empty form still names what is missing. */
async function validateOffline<Values extends FieldValues>(
  validation: Resolved<Values>,
  typed: Values,
  messages: Record<keyof Values, FieldMessages>,
): Promise<Awaited<Resolved<Values>>> {
  try {
    return await validation;
  } catch (error) {
    const missing = Object.keys(messages).filter((name) => messages[name]?.['required'] && !typed[name]);
    if (missing.length === 0) throw error;
    const required = { type: 'required', message: 'required' };
    return { values: {}, errors: Object.fromEntries(missing.map((name) => [name, required])) as never };
  }
}
