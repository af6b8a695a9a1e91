import { SEASON_CALLS } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** The ladder of a season; of the current one without a number. */
export const ladderQuery = (number?: number) =>
  queryOptions({
    queryKey: ['season', number ?? 'current'],
    queryFn: ({ signal }) => callApi(SEASON_CALLS.getSeason, { query: { number }, signal }),
  });

/** The player's season, streak and quests. */
export const mySeasonQuery = (address: string) =>
  queryOptions({
    queryKey: ['my-season', address],
    queryFn: ({ signal }) => callApi(SEASON_CALLS.getMySeason, { signal }),
    // A round changes it, and each screen that shows it is opened after one.
    staleTime: 0,
  });

/** The ratings that a battle has changed. */
export const battleRatingsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['battle-ratings', sessionId],
    queryFn: ({ signal }) => callApi(SEASON_CALLS.getBattleRatings, { params: { id: sessionId }, signal }),
  });
