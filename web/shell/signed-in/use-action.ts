import { type Call, type CallOptions, useCall } from '../../call.ts';
import { useExpiry } from './screen-cache.tsx';
import { currentSession, useRequiredSession } from '../../session.ts';

type ActionOptions<Input, Result> = Omit<CallOptions<Input, Result>, 'call'> & {
  call: (token: string, input: Input) => Promise<Result>;
};

/** `useCall` for a signed-in user: passes the token and reports errors to the screen, which may show an expired session. */
export function useAction<Input = void, Result = unknown>(options: ActionOptions<Input, Result>): Call<Input> {
  const { token } = useRequiredSession();
  const { reportError } = useExpiry();

  const call = (input: Input) =>
    options.call(token, input).catch((error: unknown) => {
      reportError(error);
      throw error;
    });
  const done = (result: Result, input: Input) => {
    // The screen may belong to another user by now.
    if (currentSession()?.token === token) options.done(result, input);
  };
  return useCall<Input, Result>({ ...options, call, done });
}
