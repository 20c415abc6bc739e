import { MutationCache, type Query, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { codeOf } from '../../api.ts';
import { useRequiredSession } from '../session-context.ts';

// The specification defines when the list is read, so the cache refetches only failed queries, on reconnect.
const queries = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  refetchOnReconnect: ({ state }: Query) => state.status === 'error',
} as const;
// Without `gcTime: 0`, a finished mutation stays in memory with its variables, such as a password.
const mutations = { networkMode: 'always', gcTime: 0 } as const;

const Expired = createContext(false);

export function useExpired(): boolean {
  return useContext(Expired);
}

/** A query client per screen and session: leaving the screen or logging in from another tab discards the cache. */
export function ScreenCache({ children }: { children: ReactNode }) {
  return <Cache key={useRequiredSession().token}>{children}</Cache>;
}

function Cache({ children }: { children: ReactNode }) {
  const [expired, setExpired] = useState(false);
  const [client] = useState(() => {
    const onError = (error: unknown) => {
      if (codeOf(error) === 'unauthenticated') setExpired(true);
    };
    const caches = { queryCache: new QueryCache({ onError }), mutationCache: new MutationCache({ onError }) };
    return new QueryClient({ ...caches, defaultOptions: { queries, mutations } });
  });
  return (
    <QueryClientProvider client={client}>
      <Expired value={expired}>{children}</Expired>
    </QueryClientProvider>
  );
}
