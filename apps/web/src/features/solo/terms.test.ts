import type { SoloTerms } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { limitOf, type Limit } from './terms.ts';

const fresh: SoloTerms = {
  pointsPerTrx: 100,
  dailyCapSun: 100,
  earnedTodaySun: 0,
  budgetLeftSun: 1_000,
  renewsAt: 0,
  loadout: [],
};

test.each<[string, Partial<SoloTerms>, Limit]>([
  ['the wallet’s cap', {}, { leftSun: 100, by: null }],
  ['what is left of it', { earnedTodaySun: 99 }, { leftSun: 1, by: null }],
  ['the house’s budget when that is less', { budgetLeftSun: 7 }, { leftSun: 7, by: null }],
  ['nothing once the cap is reached', { earnedTodaySun: 100, budgetLeftSun: 0 }, { leftSun: 0, by: 'cap' }],
  ['nothing when a lowered cap is passed', { earnedTodaySun: 101 }, { leftSun: 0, by: 'cap' }],
  ['nothing once the budget is spent', { budgetLeftSun: 0 }, { leftSun: 0, by: 'budget' }],
])('a round can earn %s', (_, changed, expected) => {
  expect(limitOf({ ...fresh, ...changed })).toEqual(expected);
});
