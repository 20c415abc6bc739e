import { useEffect, useRef, type SubmitEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
} from 'react-hook-form';
import { Refusal } from './api.ts';
import { releaseEarlySubmit } from './start/early-request.ts';
import type { FieldMessages } from './messages.ts';

type Form<Values extends FieldValues> = {
  /** Fetches the form's rules, of `rules.ts`; called when the form is first touched. */
  rules: () => Promise<Resolver<Values, unknown, Values>>;
  messages: Record<keyof Values, FieldMessages>;
  /** Without these the form starts with what stands in its fields: a person may have typed before this script ran. */
  values?: DefaultValues<Values>;
  /** Sends what was typed, once it breaks no rule. */
  send: (values: Values) => Promise<void>;
  /** Told when sending failed. What the server says of a field is put under it already; `refuse` adds to that. */
  failed: (error: unknown, refuse: (fields: Record<string, string>) => void) => void;
};

/**
 * A form that follows the contract's rules: nothing is marked wrong before the first attempt to send, then each field
 * is checked as it changes, and the first wrong one gets the focus. While one call runs, another is not started.
 */
export function useRuledForm<Values extends FieldValues>({ rules, messages, values, send, failed }: Form<Values>) {
  const { formState, handleSubmit, register, ...form } = useForm<Values, unknown, Values>({
    resolver: async (...input) => (await rules())(...input),
    ...(values && { defaultValues: values }),
  });
  const { errors, isSubmitting, isSubmitted, isDirty } = formState;
  const sending = useRef(false);
  useEffect(releaseEarlySubmit, []);

  function field(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) {
    const code = errors[name]?.message;
    return {
      ...register(name, options),
      error: typeof code === 'string' ? messages[name][code] : undefined,
    };
  }

  function refuse(fields: Record<string, string>) {
    for (const [name, code] of Object.entries(fields)) {
      if (messages[name]?.[code] !== undefined) form.setError(name as Path<Values>, { message: code });
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    try {
      await handleSubmit(send)(event);
    } catch (error) {
      if (error instanceof Refusal) refuse(error.fields);
      failed(error, refuse);
    } finally {
      sending.current = false;
    }
  }

  const props = {
    method: 'post',
    noValidate: true,
    'aria-busy': isSubmitting,
    onFocus: () => void rules().catch(() => undefined),
    onSubmit: (event: SubmitEvent) => void submit(event),
  };
  return { props, field, pending: isSubmitting, touched: isDirty, attempted: isSubmitted, form };
}
