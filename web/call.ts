import { useRef, useState } from 'react';
import { type CallStatus, useSlow } from './components/pending.tsx';
import type { Reason } from './components/reason.tsx';
import { toast } from './components/toast.ts';
import { reasonOf } from './failure.ts';

export type CallOptions<Input, Result> = {
  call: (input: Input) => Promise<Result>;
  done: (result: Result, input: Input) => void;
  /** The text of an error toast, or a function that shows one. The returned `failure` explains the reason. */
  failed: string | ((error: unknown) => void);
};

export type Call<Input> = CallStatus & {
  start: (input: Input) => void;
  /** For forms: `validate` calls `send` with the values if they are valid. */
  submit: (validate: (send: (input: Input) => Promise<void>) => Promise<void>) => Promise<void>;
};

/** The state of the API call of a button or form. `start` and `submit` do nothing while a call is running. */
export function useCall<Input = void, Result = unknown>({
  call,
  done,
  failed,
}: CallOptions<Input, Result>): Call<Input> {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Reason>();
  const running = useRef(false);

  async function send(input: Input) {
    // Not set during validation, which may first load its chunk.
    setPending(true);
    done(await call(input), input);
  }

  async function run(task: () => Promise<void>, { inForm }: { inForm: boolean }) {
    if (running.current) return;
    running.current = true;
    setFailure(undefined);
    try {
      await task();
    } catch (error) {
      setFailure(reasonOf(error, inForm));
      if (typeof failed === 'string') toast.error(failed);
      else failed(error);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return {
    pending,
    slow: useSlow(pending),
    failure,
    start: (input) => void run(() => send(input), { inForm: false }),
    submit: (validate) => run(() => validate(send), { inForm: true }),
  };
}
