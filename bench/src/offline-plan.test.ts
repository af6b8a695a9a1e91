import type { LogReport } from '@popfray/server/testing/offline-plans';
import { expect, test } from 'vitest';
import { readReports } from './offline-plan.ts';

const report = (rounds: number, refused: number, creditedTrx: number, score = 100 * creditedTrx): LogReport => ({
  rounds,
  refused,
  held: 0,
  acceptedBatches: 0,
  refusedBatches: 0,
  plannedScore: 2_000 * rounds,
  score,
  creditedSun: 1_000_000 * creditedTrx,
});

test('A round counts as refused when it is credited nothing, and chance hits count as a reward', () => {
  const readings = readReports({
    quick: report(10, 10, 0),
    unhurried: report(10, 2, 42),
    shuffled: report(20, 0, 80),
    late: report(20, 20, 0),
    'last-seconds': report(5, 0, 5),
  });
  expect(readings).toEqual({
    'conduct.offline_plan_refused_pct': 80,
    'conduct.other_rounds_plan_refused_pct': 60,
    'conduct.late_log_refused_pct': 100,
    'conduct.offline_plan_trx': 4.2,
    'conduct.blind_clicks_trx': 4,
    'conduct.offline_plan_gain_pct': expect.closeTo(5) as number,
    'conduct.right_plan_trx': 20,
    'conduct.last_seconds_trx': 1,
  });
});

test('What a plan gains is counted in points, because rounds that are held are credited nothing', () => {
  const held = report(10, 10, 0);
  const readings = readReports({
    quick: held,
    unhurried: report(10, 10, 0, 630),
    shuffled: report(10, 10, 0, 600),
    late: held,
    'last-seconds': held,
  });
  expect(readings['conduct.offline_plan_gain_pct']).toBeCloseTo(5);
});
