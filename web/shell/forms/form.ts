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
  /** Keeps the text under this name while the visitor is on another screen, without passwords. */
  draft?: string;
};

export type Register<Name> = (
  name: Name,
  options?: { deps: Name[] },
) => UseFormRegisterReturn & { error: string | undefined; placeholder?: string | undefined };

/** Validates on the first submit, then on change (WAI-ARIA 1.2, `aria-invalid`). Shows the server's field errors. */
export function useValidatedForm<Values extends FieldValues>(options: FormOptions<Values>) {
  const { resolver, messages, call, focusesRefused = false, draft } = options;
  const [values = options.values] = useState(() => draft && (readDraft(draft) as DefaultValues<Values> | undefined));
  const { formState, handleSubmit, register, ...form } = useForm<Values, unknown, Values>({
    resolver,
    ...(values && { defaultValues: values }),
  });
  const { errors, isSubmitted, isDirty } = formState;
  useEffect(releaseEarlySubmit, []);
  useEffect(() => {
    // Later the user may be offline.
    const timer = setTimeout(() => {
      prefetchRules();
      loadToaster().catch(() => undefined);
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);

  function field(name: Path<Values>, registerOptions?: { deps: Path<Values>[] }) {
    const code = errors[name]?.message;
    return {
      ...register(name, registerOptions),
      required: messages[name]['required'] !== undefined,
      error: typeof code === 'string' ? messages[name][code] : undefined,
    };
  }

  function markRefused(error: unknown): never {
    if (!(error instanceof ApiError)) throw error;
    const { code, fields } = error;
    const names = Object.keys(messages) as Path<Values>[];
    const refusedNames = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    for (const name of refusedNames) {
      const shouldFocus = focusesRefused && name === refusedNames[0];
      form.setError(name, { message: fields[name] ?? code }, { shouldFocus });
    }
    throw error;
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    call.runForm((makeCall) => handleSubmit((input) => makeCall(input).catch(markRefused))(event));
  }

  function onInput({ currentTarget }: SyntheticEvent<HTMLFormElement>) {
    if (draft === undefined) return;
    const texts = [...new FormData(currentTarget)].filter(([name]) => !/password/i.test(name));
    keepDraft(draft, Object.fromEntries(texts) as Record<string, string>);
  }

  const props = {
    method: 'post',
    noValidate: true,
    'aria-busy': call.pending,
    onFocus: prefetchRules,
    onInput,
    onSubmit,
  };
  return { props, field, touched: isDirty, attempted: isSubmitted, form };
}
