import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { LogKind, LogReport } from '@popfray/server/testing/offline-plans';
import { ROOT } from './build.ts';
import type { Metric, Progress, Readings } from './metric.ts';

/** Rounds of each kind. The first three are the 1,000 logs; the others are for comparison. */
const ROUNDS: Readonly<Record<LogKind, number>> = {
  quick: 250,
  unhurried: 250,
  late: 500,
  shuffled: 500,
  'last-seconds': 50,
};

/** Longest that the rounds may take, ms. */
const TIMEOUT_MS = 3 * 60_000;

const SUN_PER_TRX = 1_000_000;

/** TRX for a point of a round without upgrades. */
const TRX_PER_POINT = 0.01;

export const OFFLINE_PLAN_METRICS: readonly Metric[] = [
  {
    name: 'conduct.offline_plan_refused_pct',
    bar: { atLeast: 100 },
    note: 'of 1,000 paid solo rounds that are credited nothing: 500 logs for the blocks of other rounds, sent in time, half as quickly as the rules allow and half at the pace of a person; 500 for their own blocks, sent too late. Clicks for other blocks hit bubbles by chance',
  },
  {
    name: 'conduct.other_rounds_plan_refused_pct',
    note: 'the share of those for other rounds',
  },
  { name: 'conduct.late_log_refused_pct', bar: { atLeast: 100 }, note: 'the share of those that are sent too late' },
  {
    name: 'conduct.offline_plan_trx',
    note: 'mean reward of a plan for another round, at the pace of a person',
  },
  {
    name: 'conduct.blind_clicks_trx',
    note: 'the same with its places in another order: what clicks earn that follow no plan',
  },
  {
    name: 'conduct.offline_plan_gain_pct',
    note: 'how many more points the plan scores than those: what the seeds of another round are worth',
  },
  { name: 'conduct.right_plan_trx', note: 'what the same plan would earn in the round that it was made for' },
  {
    name: 'conduct.last_seconds_trx',
    note: 'mean reward of the clicks of a late log that are still in time at the last reveal: at most three seconds',
  },
];

/** Plays paid solo rounds with logs that were planned offline, on the server's code. */
export function measureOfflinePlans(progress: Progress): Readings {
  progress('conduct: logs that were planned offline');
  const program = join(ROOT, 'apps/server/src/testing/offline-plans-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, JSON.stringify(ROUNDS)], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`planned rounds could not be played: ${stderr}`);
  const reports = JSON.parse(stdout) as Record<LogKind, LogReport>;
  progress(`conduct: ${JSON.stringify(reports)}`);
  return readReports(reports);
}

/** The figures of the rounds. */
export function readReports(reports: Readonly<Record<LogKind, LogReport>>): Readings {
  const refusedPct = (...kinds: LogKind[]): number => {
    const sumOf = (key: 'rounds' | 'refused'): number => kinds.reduce((sum, kind) => sum + reports[kind][key], 0);
    return (100 * sumOf('refused')) / sumOf('rounds');
  };
  const meanTrx = (kind: LogKind): number => reports[kind].creditedSun / SUN_PER_TRX / reports[kind].rounds;
  const meanScore = (kind: LogKind): number => reports[kind].score / reports[kind].rounds;
  const { unhurried } = reports;
  return {
    'conduct.offline_plan_refused_pct': refusedPct('quick', 'unhurried', 'late'),
    'conduct.other_rounds_plan_refused_pct': refusedPct('quick', 'unhurried'),
    'conduct.late_log_refused_pct': refusedPct('late'),
    'conduct.offline_plan_trx': meanTrx('unhurried'),
    'conduct.blind_clicks_trx': meanTrx('shuffled'),
    'conduct.offline_plan_gain_pct': 100 * (meanScore('unhurried') / meanScore('shuffled') - 1),
    'conduct.right_plan_trx': (TRX_PER_POINT * unhurried.plannedScore) / unhurried.rounds,
    'conduct.last_seconds_trx': meanTrx('last-seconds'),
  };
}
