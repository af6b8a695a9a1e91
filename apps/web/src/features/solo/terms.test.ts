import type { SoloTerms } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { limitOf, type Limit } from './terms.ts';

const DAY = 24;
const HOUR = 7;

const grown: SoloTerms = {
  pointsPerTrx: 100,
  roundCapSun: 30,
  dailyCapSun: 100,
  earnedTodaySun: 0,
  fullCapSun: 100,
  networkLeftSun: 200,
  budgetLeftSun: 1_000,
  hourLeftSun: 500,
  nextHourAt: HOUR,
  renewsAt: DAY,
  loadout: [],
};
const none = { by: null, resetsAt: DAY };

test.each<[string, Partial<SoloTerms>, Limit]>([
  ['the wallet’s cap', {}, { leftSun: 100, ...none }],
  ['what is left of it', { earnedTodaySun: 99 }, { leftSun: 1, ...none }],
  ['a young account’s cap', { dailyCapSun: 10 }, { leftSun: 10, ...none }],
  ['what the network has left when that is less', { networkLeftSun: 3 }, { leftSun: 3, ...none }],
  ['the house’s budget when that is less', { budgetLeftSun: 7 }, { leftSun: 7, ...none }],
  ['the hour’s share when that is less', { hourLeftSun: 6 }, { leftSun: 6, ...none }],
  [
    'nothing once the cap is reached',
    { earnedTodaySun: 100, budgetLeftSun: 0 },
    { leftSun: 0, by: 'wallet', resetsAt: DAY },
  ],
  ['nothing when a lowered cap is passed', { earnedTodaySun: 101 }, { leftSun: 0, by: 'wallet', resetsAt: DAY }],
  [
    'nothing once a young account’s cap is reached',
    { dailyCapSun: 10, earnedTodaySun: 10 },
    { leftSun: 0, by: 'account', resetsAt: DAY },
  ],
  ['nothing once the network’s cap is reached', { networkLeftSun: 0 }, { leftSun: 0, by: 'network', resetsAt: DAY }],
  [
    'nothing once the budget is spent',
    { budgetLeftSun: 0, hourLeftSun: 0 },
    { leftSun: 0, by: 'budget', resetsAt: DAY },
  ],
  ['nothing until the next hour', { hourLeftSun: 0 }, { leftSun: 0, by: 'hour', resetsAt: HOUR }],
])('a round can earn %s', (_, changed, expected) => {
  expect(limitOf({ ...grown, ...changed })).toEqual(expected);
});
