import { createHmac } from 'node:crypto';
import { freePlay } from '@popfray/engine';
import type { Context } from '../platform/context/index.ts';
import { type Day, DAY_MS, dayOf } from '../platform/clock/index.ts';

/** Rules of the day's round: guests can play them, and spawns depend on the seed alone, not on the score. */
export const DAILY_RULES = freePlay;

/** How long after a day's end its rounds may come in, ms: one begun before midnight, its minute, and a connection that was away. */
export const LATE_MS = 600_000;

/** Secret bytes of a seed, which cannot be guessed: 96 bits. */
const SECRET_BYTES = 12;

/** The seed of a day: a keyed hash of its date, so that future seeds cannot be computed without the house's key. */
export function dailySeed({ house }: Pick<Context, 'house'>, date: string): string {
  const key = createHmac('sha256', house.privateKey).update('popfray daily seed 1').digest();
  const secret = createHmac('sha256', key).update(date).digest().subarray(0, SECRET_BYTES);
  return `${date}-${secret.toString('hex')}`;
}

/** The UTC day before the one that an epoch time lies in. */
export const dayBefore = (nowMs: number): Day => dayOf(nowMs - DAY_MS);

/** The day of a date whose rounds may come in now; undefined for any other date. */
export function openDay(date: string, nowMs: number): Day | undefined {
  const days = [dayOf(nowMs), dayBefore(nowMs)];
  return days.find((day) => day.date === date && nowMs < day.endMs + LATE_MS);
}
