import { MutationCache, type Query, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { codeOf } from '../api.ts';
import { useOwnSession } from './own-session.ts';

// The specification says when the list is read: the cache never refetches by itself, but for what was never read.
const queries = {
  networkMode: 'always',
  retry: false,
  staleTime: Infinity,
  refetchOnReconnect: ({ state }: Query) => state.status === 'error',
} as const;
// An ended mutation would otherwise stay in memory, with the password that it sent.
const mutations = { networkMode: 'always', gcTime: 0 } as const;

const Expired = createContext(false);

export function useExpired(): boolean {
  return useContext(Expired);
}

/** What a signed-in screen has read. Leaving it, or another tab's login, drops everything. */
export function ScreenCache({ children }: { children: ReactNode }) {
  return <Cache key={useOwnSession().token}>{children}</Cache>;
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
