import { useEffect, useRef, type SubmitEvent } from 'react';
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
import { releaseEarlySubmit } from './start/early-request.ts';
import type { FieldMessages } from './messages.ts';

type Form<Values extends FieldValues> = {
  /** Called when the form is first touched: its chunk may load then. */
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
  const { errors, isSubmitting: pending, isSubmitted, isDirty } = formState;
  const sending = useRef(false);
  useEffect(releaseEarlySubmit, []);

  function field(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) {
    const code = errors[name]?.message;
    return {
      ...register(name, options),
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
    if (sending.current) return;
    sending.current = true;
    try {
      await handleSubmit(send)(event);
    } catch (error) {
      if (error instanceof Refusal) refuse(error);
      failed?.(error);
    } finally {
      sending.current = false;
    }
  }

  const props = {
    method: 'post',
    noValidate: true,
    'aria-busy': pending,
    onFocus: () => void rules().catch(() => undefined),
    onSubmit: (event: SubmitEvent) => void submit(event),
  };
  return { props, field, pending, slow: useSlow(pending), touched: isDirty, attempted: isSubmitted, form };
}
