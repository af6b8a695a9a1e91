import { BATTLE_CALLS } from '@popfray/protocol';
import type { CommitmentList, CommitmentPage } from '@popfray/protocol/receipt';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** Entries that the page shows at a time. */
const SHOWN = 50;

/** How long a list is shown before a visit loads it again, ms. */
const FRESH_MS = 10_000;

/** The commitments of a day, or of today (UTC), in pages. */
export const commitmentsQuery = (day: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['commitments', day ?? 'today'],
    staleTime: FRESH_MS,
    queryFn: async ({ pageParam, signal }) =>
      callApi(BATTLE_CALLS.getCommitments, {
        query: { ...(day !== undefined && { day }), after: pageParam, limit: SHOWN },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ entries, count }) => {
      const last = entries.at(-1)?.number ?? count;
      return last < count ? last : undefined;
    },
  });

/** The whole list of a day. A list that grows meanwhile is read to its new end. `tell`: how many entries there are so far. */
export async function fetchList(
  day: string,
  tell: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<CommitmentList & Pick<CommitmentPage, 'previousDay'>> {
  const entries: CommitmentPage['entries'][number][] = [];
  for (;;) {
    const after = entries.at(-1)?.number ?? 0;
    const page = await callApi(BATTLE_CALLS.getCommitments, { query: { day, after }, signal });
    entries.push(...page.entries);
    tell(entries.length, page.count);
    if (page.entries.length === 0 || (page.entries.at(-1)?.number ?? 0) >= page.count) return { ...page, entries };
  }
}
