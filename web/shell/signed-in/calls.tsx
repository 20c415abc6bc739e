import {
  type keepPreviousData,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryFilters,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useContext, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
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

type ScreenCalls = {
  expired: boolean;
  reportError: (error: unknown) => void;
  /** Wraps a call that changes data. Afterwards the screen reads again what may be outdated. */
  track: <Result>(call: Promise<Result>) => Promise<Result>;
};

const ScreenCallsContext = createContext<ScreenCalls>({
  expired: false,
  reportError: () => undefined,
  track: (call) => call,
});

export function useScreenCalls(): ScreenCalls {
  return useContext(ScreenCallsContext);
}

type QueryOptions = {
  enabled?: boolean;
  gcTime?: number;
  placeholderData?: typeof keepPreviousData;
  refetchInterval?: number;
  refetchOnMount?: 'always';
  refetchOnWindowFocus?: 'always';
};

export function useOwnQuery<Data>(
  queryKey: readonly unknown[],
  read: (token: string) => Promise<Data>,
  options: QueryOptions = {},
) {
  const { token } = useRequiredSession();
  return useQuery({ queryKey, queryFn: () => read(token), ...options });
}

type ActionOptions<Input, Result> = Omit<CallOptions<Input, Result>, 'call'> & {
  call: (token: string, input: Input) => Promise<Result>;
};

/** `useCall` for a signed-in user: passes the token and reports errors to the screen, which may show an expired session. */
export function useAction<Input = void, Result = unknown>(options: ActionOptions<Input, Result>): Call<Input> {
  const { token } = useRequiredSession();
  const { reportError, track } = useScreenCalls();

  const call = (input: Input) =>
    track(options.call(token, input)).catch((error: unknown) => {
      reportError(error);
      throw error;
    });
  return useCall<Input, Result>({ ...options, call });
}

export const OWN_USER = ['user'];

/** Cancels pending reads, too: `invalidateQueries` would accept the response of a first one, which may lack the change. */
function reloadQueries(client: QueryClient | undefined, filters?: QueryFilters): void {
  void client?.cancelQueries(filters);
  void client?.invalidateQueries(filters);
}

/** Reads, changes and reloads the data of one query in the cache of the screen. */
export function useCached<Data>(queryKey: readonly string[]) {
  const client = useQueryClient();
  const reload = () => reloadQueries(client, { queryKey });
  return {
    read: () => client.getQueryData<Data>(queryKey),
    update: (change: (cached: Data) => Data) => {
      // The response of a pending request may lack the change.
      if (client.isFetching({ queryKey }) > 0) reload();
      client.setQueryData<Data>(queryKey, (cached) => cached && change(cached));
    },
    reload,
  };
}

/** The signed-in user: a `User` on the dashboard, an `OwnUser` on the profile. */
export function useCachedUser<Cached extends User>() {
  const cached = useCached<Cached>(OWN_USER);
  return { ...cached, replace: (changed: Cached) => cached.update(() => changed) };
}

/** A query client per screen and session: leaving the screen or logging in from another tab discards the cache. */
export function withScreenCache(Screen: ComponentType) {
  return function CachedScreen() {
    const { token, userId } = useRequiredSession();
    return (
      // Both: another tab stores the token and the user id one after the other.
      <Cache key={`${token} ${userId}`} token={token}>
        <Screen />
      </Cache>
    );
  };
}

function Cache({ token, children }: { token: string; children: ReactNode }) {
  const [expired, setExpired] = useState(false);
  const [{ client, reportError, track }] = useState(() => {
    const expireIf = (isExpired: boolean) => {
      if (!isExpired || !isCurrent(token)) return;
      setExpired(true);
      deleteList();
    };
    const report = (error: unknown) => expireIf(codeOf(error) === 'unauthenticated');
    const queryCache = new QueryCache({
      onError(error, { queryKey }) {
        report(error);
        // The account was deleted elsewhere: the dashboard reads it without the token.
        expireIf(queryKey === OWN_USER && codeOf(error) === 'not-found');
      },
    });
    const queryClient = new QueryClient({ queryCache, defaultOptions: { queries } });
    return { client: queryClient, reportError: report, track: trackCalls(queryClient) };
  });
  useLayoutEffect(() => {
    current = client;
  }, [client]);
  return (
    <QueryClientProvider client={client}>
      <ScreenCallsContext value={{ expired, reportError, track }}>{children}</ScreenCallsContext>
    </QueryClientProvider>
  );
}

/** The client of the screen that was opened last. */
let current: QueryClient | undefined;

/**
 * Reloads the data of the screen after concurrent changes, whose responses may arrive in another order, and after a
 * change that an earlier screen began.
 */
function trackCalls(client: QueryClient): ScreenCalls['track'] {
  let running = 0;
  let isOutdated = false;
  return async (call) => {
    running += 1;
    isOutdated ||= running > 1;
    try {
      return await call;
    } finally {
      running -= 1;
      if (client !== current || (running === 0 && isOutdated)) reloadQueries(current);
      if (running === 0) isOutdated = false;
    }
  };
}
