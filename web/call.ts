import { useEffect, useRef, useState } from 'react';
import { type CallStatus, useSlow } from './components/pending.tsx';
import type { Reason } from './components/reason.tsx';
import { toast } from './components/toast.ts';
import { reasonOf } from './failure.ts';
import { currentSession, isCurrent, type Session } from './session.ts';

export type CallOptions<Input, Result> = {
  call: (input: Input) => Promise<Result>;
  done: (result: Result, input: Input) => void;
  /** Called in place of `done` after the session has changed, or a visitor has left the form. */
  late?: (result: Result) => void;
  /** The text of an error toast, or a function that shows one. The returned `failure` explains the reason. */
  failed: string | ((error: unknown) => void);
};

export type Call<Input> = CallStatus & {
  run: (input: Input) => void;
  /** For forms: `validate` makes the call if the values are valid. */
  runForm: (validate: (call: (input: Input) => Promise<void>) => Promise<void>) => void;
  /** Shows a reason until the next call. */
  report: (reason: Reason | undefined) => void;
};

/** The state of the API call of a button or form. `run` and `runForm` do nothing while a call is running. */
export function useCall<Input = void, Result = unknown>(options: CallOptions<Input, Result>): Call<Input> {
  const { call, done, late, failed } = options;
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Reason>();
  const isRunning = useRef(false);
  const isShown = useIsShown();

  // Somebody else may be at the tab when the response arrives.
  function isLate(session: Session | null) {
    return !isCurrent(session?.token) || (session === null && !isShown.current);
  }

  async function runCall(input: Input, session: Session | null) {
    // Not set during validation, which may first load its chunk.
    setPending(true);
    const result = await call(input);
    if (isLate(session)) late?.(result);
    else done(result, input);
  }

  async function runOnce(task: (session: Session | null) => Promise<void>, inForm: boolean) {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure(undefined);
    const session = currentSession();
    try {
      await task(session);
    } catch (error) {
      const reason = reasonOf(error, inForm);
      if (reason) setFailure(reason);
      if (isLate(session)) return;
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
    run: (input) => void runOnce((session) => runCall(input, session), false),
    runForm: (validate) => void runOnce((session) => validate((input) => runCall(input, session)), true),
    report: setFailure,
  };
}

function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
