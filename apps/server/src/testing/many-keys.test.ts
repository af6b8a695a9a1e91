import { expect, it } from 'vitest';
import { playManyKeys } from './many-keys.ts';
import { IS_ON_POSTGRES } from './test-location.fixture.ts';

const TRX = 1_000_000;

/** Some thousand rounds, several times as long on a busy machine, ms. */
const MANY_MS = 300_000;

/** What the strongest program that plans a round with its seed earned in a round on average. */
const PLANNED_SUN = 100 * TRX;

/** Some thousand rounds, which take PostgreSQL minutes. It has the same limits, and the shorter tests below run on both. */
it.skipIf(IS_ON_POSTGRES)(
  'fifty new keys on one network take at most 5 % of the day’s budget in 24 hours that touch two days',
  { timeout: MANY_MS },
  async () => {
    const { takenSun, budgetSun } = await playManyKeys({
      earnedSun: PLANNED_SUN,
      keys: 50,
      hours: 24,
      networkOf: () => '203.0.113.7',
    });
    expect(takenSun / budgetSun).toBeLessThanOrEqual(0.05);
    expect(takenSun).toBeGreaterThan(0);
  },
);

it('fifty new keys take no more when their IPv6 provider gives each another /64 of its /48', async () => {
  const networkOf = (key: number): string => `2001:db8:7:${key.toString(16)}::/64`;
  const { takenSun, budgetSun } = await playManyKeys({ earnedSun: PLANNED_SUN, keys: 50, hours: 1, networkOf });
  expect(takenSun / budgetSun).toBeLessThanOrEqual(0.025);
});

it('a hundred keys on a hundred networks take at most a tenth of the day’s budget in one minute, and in one hour', async () => {
  const taken = await playManyKeys({
    earnedSun: PLANNED_SUN,
    keys: 100,
    hours: 1,
    networkOf: (key) => `198.51.100.${key}`,
  });
  expect(taken.mostInMinuteSun).toBeLessThanOrEqual(taken.budgetSun / 10);
  expect(taken.takenSun).toBe(taken.budgetSun / 10);
});
