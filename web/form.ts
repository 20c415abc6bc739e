import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef, type SubmitEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type RegisterOptions } from 'react-hook-form';
import type { FieldMessages } from './messages.ts';

type Schema<Values> = Parameters<typeof standardSchemaResolver<Values & FieldValues, unknown, Values>>[0];

/**
 * A form that follows one of the contract's schemas: nothing is marked wrong before the first attempt to send, then
 * each field is checked as it changes, and the first wrong one gets the focus.
 */
export function useSchemaForm<Values extends FieldValues>(
  schema: Schema<Values>,
  messages: Record<keyof Values, FieldMessages>,
  defaultValues: DefaultValues<Values>,
) {
  const form = useForm<Values, unknown, Values>({ resolver: standardSchemaResolver(schema), defaultValues });
  const { errors, isSubmitting, isDirty } = form.formState;
  const sending = useRef(false);

  function field(name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) {
    const code = errors[name]?.message;
    return {
      ...form.register(name, options),
      error: typeof code === 'string' ? (messages[name][code] ?? messages[name]['invalid']) : undefined,
    };
  }

  /** Sends the checked values; while one call runs, a second click or Enter sends nothing. */
  function submit(send: (values: Values) => Promise<void>) {
    return (event: SubmitEvent) => {
      event.preventDefault();
      if (sending.current) return;
      sending.current = true;
      void form
        .handleSubmit(send)(event)
        .finally(() => {
          sending.current = false;
        });
    };
  }

  /** Puts what the server refused under the fields it named. */
  function refuse({ fields }: { fields: Record<string, string> }) {
    for (const [name, message] of Object.entries(fields)) {
      if (Object.hasOwn(messages, name)) form.setError(name as Path<Values>, { message });
    }
  }

  return { field, submit, refuse, pending: isSubmitting, touched: isDirty, form };
}
