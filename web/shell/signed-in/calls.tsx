import { QueryCache, QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useState, type ComponentType, type ReactNode } from 'react';
import type { User } from '#contract/user.ts';
import { codeOf } from '../../api.ts';
import { type Call, type CallOptions, useCall } from '../../call.ts';
import { deleteList } from '../../last-list.ts';
import { isCurrent, useRequiredSession } from '../../session.ts';

// The specification defines when the list is read.
const queries = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  refetchOnReconnect: false,
} as const;

type Expiry = { expired: boolean; reportError: (error: unknown) => void };

const ExpiryContext = createContext<Expiry>({ expired: false, reportError: () => undefined });

export function useExpiry(): Expiry {
  return useContext(ExpiryContext);
}

export function useOwnQuery<Data>(queryKey: readonly string[], read: (token: string) => Promise<Data>) {
  const { token } = useRequiredSession();
  return useQuery({ queryKey, queryFn: () => read(token) });
}

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
  return useCall<Input, Result>({ ...options, call });
}

export const OWN_USER = ['user'];

/** Reads, changes and reloads the data of one query in the cache of the screen. */
export function useCached<Data>(queryKey: readonly string[]) {
  const client = useQueryClient();
  return {
    read: () => client.getQueryData<Data>(queryKey),
    isLoading: () => client.isFetching({ queryKey }) > 0,
    update: (change: (cached: Data) => Data) => {
      client.setQueryData<Data>(queryKey, (cached) => cached && change(cached));
    },
    reload: () => void client.invalidateQueries({ queryKey }),
  };
}

/** The signed-in user: a `User` on the dashboard, an `OwnUser` on the profile. */
export function useCachedUser<Cached extends User>() {
  const cached = useCached<Cached>(OWN_USER);
  return {
    ...cached,
    /** Does nothing if a later change was answered first. */
    replace: (changed: Cached) => cached.update((user) => (changed.updated_at < user.updated_at ? user : changed)),
  };
}

/** A query client per screen and session: leaving the screen or logging in from another tab discards the cache. */
export function withScreenCache(Screen: ComponentType) {
  return function CachedScreen() {
    const { token, userId } = useRequiredSession();
    return (
      // Another tab stores the two one after the other.
      <Cache key={`${token} ${userId}`} token={token}>
        <Screen />
      </Cache>
    );
  };
}

function Cache({ token, children }: { token: string; children: ReactNode }) {
  const [expired, setExpired] = useState(false);
  const [{ client, reportError }] = useState(() => {
    const onError = (error: unknown) => {
      if (codeOf(error) !== 'unauthenticated' || !isCurrent(token)) return;
      setExpired(true);
      deleteList();
    };
    const queryCache = new QueryCache({ onError });
    return { client: new QueryClient({ queryCache, defaultOptions: { queries } }), reportError: onError };
  });
  return (
    <QueryClientProvider client={client}>
      <ExpiryContext value={{ expired, reportError }}>{children}</ExpiryContext>
    </QueryClientProvider>
  );
}
