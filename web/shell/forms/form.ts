import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
} from 'react-hook-form';
import { ApiError } from '../../api.ts';
import { useSlow } from '../../components/pending.tsx';
import type { Reason } from '../../components/reason.tsx';
import { reasonBesideForm } from '../../failure.ts';
import { releaseEarlySubmit } from '../../loading/early-request.ts';
import type { FieldMessages } from '../../messages.ts';

// Late enough not to compete with the first screen's own requests on a slow network.
const PREFETCH_DELAY_MS = 2_000;

type Form<Values extends FieldValues> = {
  /** Loads the validation chunk. Called after `PREFETCH_DELAY_MS`, on focus and on submit. */
  rules: () => Promise<Resolver<Values, unknown, Values>>;
  /** In the order of the fields on the screen. */
  messages: Record<keyof Values, FieldMessages>;
  /** If absent, the form keeps text that was typed before hydration. */
  values?: DefaultValues<Values>;
  send: (values: Values) => Promise<void>;
  /** Runs after `send` rejects, when the refused fields are already marked. */
  failed?: (error: unknown) => void;
  focusesRefused?: boolean;
};

export type Register<Name> = (
  name: Name,
) => UseFormRegisterReturn & { error: string | undefined; placeholder?: string | undefined };

/** Validates on the first submit, then on change (WAI-ARIA 1.2, `aria-invalid`). Ignores submits while one is pending. */
export function useValidatedForm<Values extends FieldValues>(options: Form<Values>) {
  const { rules, messages, values, send, failed, focusesRefused = false } = options;
  const { formState, handleSubmit, register, ...form } = useForm<Values, unknown, Values>({
    resolver: async (...input) => (await rules())(...input),
    ...(values && { defaultValues: values }),
  });
  const { errors, isSubmitted, isDirty } = formState;
  const { attempt, ...call } = useAttempts();
  useEffect(releaseEarlySubmit, []);
  usePrefetched(rules);

  function field(name: Path<Values>, registerOptions?: RegisterOptions<Values, Path<Values>>) {
    const code = errors[name]?.message;
    return {
      ...register(name, registerOptions),
      required: true,
      error: typeof code === 'string' ? messages[name][code] : undefined,
    };
  }

  function markRefused({ code, fields }: ApiError) {
    const names = Object.keys(messages) as Path<Values>[];
    const refusedNames = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    for (const name of refusedNames) {
      const shouldFocus = focusesRefused && name === refusedNames[0];
      form.setError(name, { message: fields[name] ?? code }, { shouldFocus });
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    await attempt(
      async (begin) =>
        handleSubmit(async (valid) => {
          // Validation may wait for its chunk; only the request counts as pending.
          begin();
          await send(valid);
        })(event),
      (error) => {
        if (error instanceof ApiError) markRefused(error);
        failed?.(error);
      },
    );
  }

  const props = {
    method: 'post',
    noValidate: true,
    'aria-busy': call.pending,
    onFocus: () => void rules().catch(() => undefined),
    onSubmit: (event: SubmitEvent) => void submit(event),
  };
  return { props, field, ...call, touched: isDirty, attempted: isSubmitted, form };
}

function useAttempts() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Reason>();
  const running = useRef(false);

  async function attempt(act: (begin: () => void) => Promise<void>, failed: (error: unknown) => void) {
    if (running.current) return;
    running.current = true;
    setFailure(undefined);
    try {
      await act(() => setPending(true));
    } catch (error) {
      setFailure(reasonBesideForm(error));
      failed(error);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { pending, slow: useSlow(pending), failure, attempt };
}

/** Prefetches the validation chunk, so that the form can validate offline. */
function usePrefetched(rules: () => Promise<unknown>) {
  const prefetch = useEffectEvent(() => void rules().catch(() => undefined));
  useEffect(() => {
    const timer = setTimeout(() => prefetch(), PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
}
