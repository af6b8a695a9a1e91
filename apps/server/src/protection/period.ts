import type { LimitPeriod } from '@popfray/protocol';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';

/** A span of time, epoch ms. */
export interface Span {
  readonly startMs: number;
  /** When the next one begins. */
  readonly endMs: number;
}

/** 1 January 1970 was a Thursday, so the first Monday is four days later. */
const FIRST_MONDAY = 4;

const WEEK_DAYS = 7;

/** The UTC day, the week from Monday on, or the month that a time lies in. */
export function periodOf(period: LimitPeriod, nowMs: number): Span {
  if (period === 'day') return dayOf(nowMs);
  if (period === 'week') {
    const days = Math.floor(nowMs / DAY_MS);
    const startMs = (days - ((((days - FIRST_MONDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS)) * DAY_MS;
    return { startMs, endMs: startMs + WEEK_DAYS * DAY_MS };
  }
  const date = new Date(nowMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}

/** The time a number of calendar months later (UTC). After the 31st of a month, a day that the other month lacks becomes the next day. */
export function addMonths(nowMs: number, months: number): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  date.setUTCDate(day);
  return date.getTime();
}
