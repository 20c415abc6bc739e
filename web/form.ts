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
import { Refusal } from './api.ts';
import { useSlow } from './components/forms/pending.tsx';
import type { Reason } from './components/reason.tsx';
import { reasonBesideForm } from './failure.ts';
import { releaseEarlySubmit } from './start/early-request.ts';
import type { FieldMessages } from './messages.ts';

// By then the first screen has all that it needs, on a slow line too.
const IDLE_MS = 2_000;

type Form<Values extends FieldValues> = {
  /** Called when the page is idle, or the form is touched before: its chunk may load then. */
  rules: () => Promise<Resolver<Values, unknown, Values>>;
  /** In the order of the fields on the screen. */
  messages: Record<keyof Values, FieldMessages>;
  /** Absent, the form keeps what was typed before this script ran. */
  values?: DefaultValues<Values>;
  /** Called with valid values; rejects on failure. */
  send: (values: Values) => Promise<void>;
  /** Tells of a failure, unless `send` does. Refused fields are marked already. */
  failed?: (error: unknown) => void;
  /** Whether the first field refused by the server gets the focus. */
  focusesRefused?: boolean;
};

export type Register<Name> = (
  name: Name,
) => UseFormRegisterReturn & { error: string | undefined; placeholder?: string | undefined };

/**
 * A form by the contract's rules: marks nothing before the first attempt (WAI-ARIA 1.2, `aria-invalid`), then checks each
 * change, and focuses the first wrong field. While it sends, it does not send again.
 */
export function useRuledForm<Values extends FieldValues>(ruled: Form<Values>) {
  const { rules, messages, values, send, failed, focusesRefused = false } = ruled;
  const { formState, handleSubmit, register, ...form } = useForm<Values, unknown, Values>({
    resolver: async (...input) => (await rules())(...input),
    ...(values && { defaultValues: values }),
  });
  const { errors, isSubmitted, isDirty } = formState;
  const { attempt, ...call } = useAttempts();
  useEffect(releaseEarlySubmit, []);
  usePrepared(rules);

  function field(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) {
    const code = errors[name]?.message;
    return {
      ...register(name, options),
      // No form here has a field that may stay empty.
      required: true,
      error: typeof code === 'string' ? messages[name][code] : undefined,
    };
  }

  /** Marks each field that has words for the refusal. */
  function refuse({ code, fields }: Refusal) {
    const names = Object.keys(messages) as Path<Values>[];
    const refused = names.filter((name) => messages[name][fields[name] ?? code] !== undefined);
    for (const name of refused) {
      const shouldFocus = focusesRefused && name === refused[0];
      form.setError(name, { message: fields[name] ?? code }, { shouldFocus });
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    await attempt(
      async (begin) =>
        handleSubmit(async (valid) => {
          // Checking may wait for the rules: the user is told of the request alone.
          begin();
          await send(valid);
        })(event),
      (error) => {
        if (error instanceof Refusal) refuse(error);
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

/** One attempt at a time: pending from its request on, then why it failed. */
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

/** Fetches the rules once the page is idle: without the network the form can still say what is missing. */
function usePrepared(rules: () => Promise<unknown>) {
  const prepare = useEffectEvent(() => void rules().catch(() => undefined));
  useEffect(() => {
    const timer = setTimeout(() => prepare(), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
}
