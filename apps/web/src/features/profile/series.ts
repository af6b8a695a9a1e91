import { PLAYER_CALLS, type PlayedDay } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** Selectable periods, days. */
export const SPANS = [30, 90] as const;
export type Span = (typeof SPANS)[number];

/** The player's figures for each of the last days (UTC), today last. */
export const seriesQuery = (address: string, days: Span) =>
  queryOptions({
    queryKey: ['series', address, days],
    // New rounds and battles may have been added since the last visit.
    staleTime: 0,
    queryFn: async ({ signal }) => (await callApi(PLAYER_CALLS.getMySeries, { query: { days }, signal })).days,
  });

/** Totals over days. */
interface SeriesSums {
  readonly games: number;
  readonly points: number;
  readonly earnedSun: number;
  readonly best: number | null;
  readonly battles: number;
  readonly won: number;
  /** Share of battles won up to each day, 0 to 1; null before the first battle and on days without one. */
  readonly winRates: readonly (number | null)[];
}

/** Sums up days. */
export function sumDays(days: readonly PlayedDay[]): SeriesSums {
  let [battles, won] = [0, 0];
  const winRates = days.map((day) => {
    battles += day.battles;
    won += day.won;
    return day.battles === 0 ? null : won / battles;
  });
  const total = (valueOf: (day: PlayedDay) => number): number => days.reduce((sum, day) => sum + valueOf(day), 0);
  const bests = days.flatMap(({ best }) => (best === null ? [] : [best]));
  return {
    games: total(({ games }) => games),
    points: total(({ points }) => points),
    earnedSun: total(({ earnedSun }) => earnedSun),
    best: bests.length === 0 ? null : Math.max(...bests),
    battles,
    won,
    winRates,
  };
}
