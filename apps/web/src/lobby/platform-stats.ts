import { CALLS, type PlatformStats } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { useGameSocket } from '../game-socket/state.ts';

/** ms between two readings. SPEC section 7. */
const EVERY_MS = 10_000;

/** Figures of the whole platform. */
export const platformStatsQuery = queryOptions({
  queryKey: ['platform-stats'],
  staleTime: EVERY_MS,
  refetchInterval: EVERY_MS,
  queryFn: ({ signal }) => ask(CALLS.getPlatformStats, { signal }),
});

/** Figures of the whole platform, kept up; what the game server tells at once is taken from there. Null until there are any. */
export function usePlatformStats(): Pick<PlatformStats, 'totalTrxEarned' | 'crossChainBattles'> | null {
  const { data } = useQuery(platformStatsQuery);
  const told = useGameSocket(({ stats }) => stats);
  return told ?? data ?? null;
}

/** How many visitors are online; null while nobody tells. */
export function useOnlineCount(): number | null {
  const { data, isError } = useQuery(platformStatsQuery);
  const told = useGameSocket(({ playerCount }) => playerCount);
  return told ?? (isError ? null : (data?.onlinePlayers ?? null));
}
