import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useSlow } from '../../components/pending.tsx';
import { reasonOf } from '../../failure.ts';
import { useRequiredSession } from '../session-context.ts';

type Action<Input, Answer> = {
  call: (token: string, input: Input) => Promise<Answer>;
  done: (answer: Answer) => void;
  /** Reports the error. An expired session needs no report: `ExpiredSession` shows it. */
  failed: (error: unknown) => void;
};

/** An API call of a signed-in user: `start` for buttons, `send` for forms. Both do nothing while a call is pending. */
export function useAction<Input = void, Answer = unknown>({ call, done, failed }: Action<Input, Answer>) {
  const { token } = useRequiredSession();
  const {
    mutateAsync,
    isPending: pending,
    error,
  } = useMutation({
    mutationFn: (input: Input) => call(token, input),
    // Unlike callbacks of `mutate`, these also run after the component unmounts.
    onSuccess: (answer) => done(answer),
    onError: failed,
  });
  const running = useRef(false);

  async function send(input: Input): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      await mutateAsync(input);
    } finally {
      running.current = false;
    }
  }

  function start(input: Input) {
    send(input).catch(() => undefined);
  }

  const failure = useMemo(() => (error === null ? undefined : reasonOf(error)), [error]);
  return { pending, slow: useSlow(pending), failure, send, start };
}
