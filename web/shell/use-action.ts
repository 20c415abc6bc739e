import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useSlow } from '../components/forms/pending.tsx';
import { reasonOf } from '../failure.ts';
import { useOwnSession } from './own-session.ts';

type Action<Input, Answer> = {
  call: (token: string, input: Input) => Promise<Answer>;
  done: (answer: Answer) => void;
  /** Tells the user. `ExpiredSession` tells of a refused session by itself. */
  failed: (error: unknown) => void;
};

/**
 * One call of a signed-in user: buttons `start` it, forms `send` by it. `done` or `failed` runs even when the component
 * has gone. While the call runs, another does not start.
 */
export function useAction<Input = void, Answer = unknown>({ call, done, failed }: Action<Input, Answer>) {
  const { token } = useOwnSession();
  const {
    mutateAsync,
    isPending: pending,
    error,
  } = useMutation({
    mutationFn: (input: Input) => call(token, input),
    onSuccess: (answer) => done(answer),
    onError: failed,
  });
  const running = useRef(false);

  /** Rejects once `failed` has run. */
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
