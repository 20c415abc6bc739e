import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

// The specification says when the list is read: at the start and after an edit or a delete, also with the network gone.
// What the profile shows is read by the same rule.
const QUERIES = { networkMode: 'always', retry: false, staleTime: Infinity, refetchOnReconnect: false } as const;

/** What a screen has read of the server. It lives as long as the screen: leaving it, by "Sair" or otherwise, leaves nothing behind. */
export function ScreenCache({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: QUERIES } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
