import { type Comparison, STATISTIC_NAMES, type StatisticName } from '@popfray/protocol/admin';
import type { Examination } from './examine.ts';
import { pathOf } from './judge.ts';
import { MIN_LEGS } from './legs.ts';
import { PEOPLE } from './people.ts';

/** A statistic of a round; null for too few clicks or too little movement. */
export function readStatistic(examination: Examination, name: StatisticName): number | null {
  const { rhythm, approach } = examination;
  if (name === 'jumpedPct') return approach.ways < MIN_LEGS ? null : (100 * approach.jumped) / approach.ways;
  if (name in rhythm) return rhythm[name as keyof typeof rhythm];
  const path = pathOf(examination);
  if (path === null) return null;
  const all: Partial<Record<StatisticName, number>> = { ...path.legs, ...path.motion, ...path.bends, ...path.spectrum };
  return all[name] ?? null;
}

/** The statistics of a round beside those of people. */
export function compareWithPeople(examination: Examination): Comparison {
  const { percentiles, ...source } = PEOPLE;
  const statistics = STATISTIC_NAMES.flatMap((name) => {
    const value = readStatistic(examination, name);
    const [low, median, high] = percentiles[name];
    return value === null || !Number.isFinite(value) ? [] : [{ name, value, low, median, high }];
  });
  return { statistics, ...source };
}
