import { expect, test } from 'vitest';
import { standingOf, type Standing } from './standing.ts';

test.each<[Standing, Parameters<typeof standingOf>[0]]>([
  ['credited', { status: 'credited', earnedSun: 5, creditedSun: 5 }],
  ['credited', { status: 'credited', earnedSun: 0, creditedSun: 0 }],
  ['capped', { status: 'credited', earnedSun: 5, creditedSun: 4 }],
  ['capped', { status: 'credited', earnedSun: 5, creditedSun: 0 }],
  ['held', { status: 'held', earnedSun: 5, creditedSun: 0 }],
  ['refused', { status: 'refused', earnedSun: 5, creditedSun: 0 }],
])('a round is told as %s when it is %o', (standing, round) => {
  expect(standingOf(round)).toBe(standing);
});
