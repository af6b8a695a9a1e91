/**
 * Prints how people play for apps/server/src/conduct/people.ts: percentiles of each statistic that the desk shows, over recorded paths of people that are
 * moved onto bubbles. docs/conduct.md describes data and method.
 *
 *   POINTER_TRACES=folder node bench/src/conduct-people.ts
 */
import { STATISTIC_NAMES } from '@popfray/protocol/admin';
import { readStatistic } from '@popfray/server/conduct';
import { examine, playPerson } from './conduct-rounds.ts';
import { findTraces, readTraces } from './traces.ts';

/** Rounds of each minute, each with other bubbles and another aim. */
const ROUNDS = 3;
const SHARES = [0.01, 0.5, 0.99];

const folder = findTraces();
if (folder === null) throw new Error('POINTER_TRACES names no folder with recorded paths');
const traces = readTraces(folder).filter(({ kind }) => kind === 'human');
const rounds = traces.flatMap((trace, number) =>
  Array.from({ length: ROUNDS }, (_, round) => examine(playPerson(trace, number, round))),
);
const percentiles = STATISTIC_NAMES.map((name) => {
  const values = rounds
    .map((examination) => readStatistic(examination, name))
    .filter((value): value is number => value !== null && Number.isFinite(value))
    .toSorted((a, b) => a - b);
  const found = SHARES.map((share) => Number(values[Math.floor(values.length * share)]!.toPrecision(3)));
  return [name, found] as const;
});
console.log(
  JSON.stringify({
    people: new Set(traces.map(({ identity }) => identity)).size,
    minutes: traces.length,
    measuredOn: new Date().toISOString().slice(0, '2026-01-15'.length),
    percentiles: Object.fromEntries(percentiles),
  }),
);
