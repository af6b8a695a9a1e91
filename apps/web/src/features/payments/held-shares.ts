import { BATTLE_CALLS } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** The player's shares of battles that are or were held for review. */
export const heldSharesQuery = (address: string) =>
  queryOptions({
    queryKey: ['held-shares', address],
    staleTime: 0,
    queryFn: ({ signal }) => callApi(BATTLE_CALLS.getMyHeldShares, { signal }),
  });
