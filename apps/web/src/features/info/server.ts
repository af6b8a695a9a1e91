import { PLATFORM_CALLS, type Platform } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from '../../data/account/account.ts';
import { callApi } from '../../data/api/call-api.ts';

/** Public information about this server. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => callApi(PLATFORM_CALLS.getAbout, { signal }),
});

/** The server's network and house. */
export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: ({ signal }) => callApi(PLATFORM_CALLS.getPlatform, { signal }),
});

/** The server's network, null while it is unknown, and whether the server is still being asked. */
export function useNetworkQuery(): { readonly network: Platform['network'] | null; readonly isPending: boolean } {
  const known = useAccount(({ platform }) => platform);
  const { data, isPending } = useQuery({ ...platformQuery, enabled: known === null });
  return { network: (known ?? data)?.network ?? null, isPending: known === null && isPending };
}

/** The server's network; null while it is unknown. */
export const useNetwork = (): Platform['network'] | null => useNetworkQuery().network;
