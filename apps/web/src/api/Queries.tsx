import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { account } from '../account/state.ts';
import { reach } from './reach.ts';

/**
 * What has been fetched, for all screens together. SPEC section 7: data is never stale; no refetch on focus; no retries. Offline is
 * for `ask` to notice, so nothing waits for the browser's own idea of it.
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

// What failed while the server was away is fetched once it is back.
reach.subscribe((now, before) => {
  if (now.reach === 'online' && before.reach === 'offline')
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
});

// What is known of a player who comes back may be old: it is fetched anew where it is shown next.
account.subscribe((now, before) => {
  const address = now.player?.address;
  if (address === undefined || address === before.player?.address) return;
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(address), refetchType: 'none' });
});

/** Gives everything below it the queries. */
export function Queries({ children }: { readonly children: ReactNode }): ReactElement {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
