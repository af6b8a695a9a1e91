import { expect, test } from 'vitest';
import { rewardStatusOf, type RewardStatus } from './reward-status.ts';

test.each<[RewardStatus, Parameters<typeof rewardStatusOf>[0]]>([
  ['credited', { status: 'credited', earnedSun: 5, creditedSun: 5 }],
  ['credited', { status: 'credited', earnedSun: 0, creditedSun: 0 }],
  ['capped', { status: 'credited', earnedSun: 5, creditedSun: 4 }],
  ['capped', { status: 'credited', earnedSun: 5, creditedSun: 0 }],
  ['held', { status: 'held', earnedSun: 5, creditedSun: 0 }],
  ['refused', { status: 'refused', earnedSun: 5, creditedSun: 0 }],
])('the status is %s for %o', (standing, round) => {
  expect(rewardStatusOf(round)).toBe(standing);
});
