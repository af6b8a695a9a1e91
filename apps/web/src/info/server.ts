import { CALLS, type Platform } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAccount } from '../account/account.ts';
import { ask } from '../api/ask.ts';

/** What this server tells of itself. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => ask(CALLS.getAbout, { signal }),
});

/** Its network and its house. */
export const platformQuery = queryOptions({
  queryKey: ['platform'],
  queryFn: ({ signal }) => ask(CALLS.getPlatform, { signal }),
});

/** The network that this server is on; null until it has told. */
export function useNetwork(): Platform['network'] | null {
  const known = useAccount(({ platform }) => platform);
  const { data } = useQuery({ ...platformQuery, enabled: known === null });
  return (known ?? data)?.network ?? null;
}
