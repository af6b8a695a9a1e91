import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { account } from '../account/state.ts';
import { connectivity } from './connectivity.ts';

/**
 * The query cache of all screens. SPEC section 7: data is never stale; no refetch on focus; no retries. `networkMode` is `always`:
 * `callApi` detects an unreachable server, the browser's `navigator.onLine` is not used.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Queries that failed while the server was unreachable are fetched again when it is back.
connectivity.subscribe((now, before) => {
  if (now.status === 'online' && before.status === 'offline')
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
});

// The cached data of a player who returns may be old. It is fetched again where it is shown next.
account.subscribe((now, before) => {
  const address = now.player?.address;
  if (address === undefined || address === before.player?.address) return;
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(address), refetchType: 'none' });
});

/** Provides the query client to its children. */
export function Queries({ children }: { readonly children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
