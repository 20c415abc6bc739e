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
  run: (input: Input) => void;
  /** For forms: `validate` makes the call if the values are valid. */
  runForm: (validate: (call: (input: Input) => Promise<void>) => Promise<void>) => void;
};

/** The state of the API call of a button or form. `run` and `runForm` do nothing while a call is running. */
export function useCall<Input = void, Result = unknown>(options: CallOptions<Input, Result>): Call<Input> {
  const { call, done, failed } = options;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Reason>();
  const isRunning = useRef(false);

  async function runCall(input: Input) {
    // Not set during validation, which may first load its chunk.
    setPending(true);
    done(await call(input), input);
  }

  async function runOnce(task: () => Promise<void>, inForm: boolean) {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(undefined);
    try {
      await task();
    } catch (error) {
      setFailure(reasonOf(error, inForm));
      if (typeof failed === 'string') toast.error(failed);
      else failed(error);
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return {
    pending,
    slow: useSlow(pending),
    failure,
    run: (input) => void runOnce(() => runCall(input), false),
    runForm: (validate) => void runOnce(() => validate(runCall), true),
  };
}
