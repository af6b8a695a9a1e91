import type { MySeason } from '@popfray/protocol';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';

/** The streak of a player who has played on these days (UTC, ascending). A day that is not over does not end a streak. */
export function streakOf(days: readonly string[], nowMs: number): MySeason['streak'] {
  const today = dayOf(nowMs).date;
  let [run, best, last] = [0, 0, ''];
  for (const day of days) {
    run = day === nextDay(last) ? run + 1 : 1;
    best = Math.max(best, run);
    last = day;
  }
  const isGoingOn = last === today || nextDay(last) === today;
  return { days: isGoingOn ? run : 0, best, hasPlayedToday: last === today };
}

const nextDay = (date: string): string => (date === '' ? '' : dayOf(Date.parse(date) + DAY_MS).date);
