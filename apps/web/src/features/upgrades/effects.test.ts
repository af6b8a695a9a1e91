import { expect, test } from 'vitest';
import { chipsOf } from './effects.ts';

test('each effect has a chip, in a fixed order', () => {
  expect(
    chipsOf({
      bossHealth: 0.5,
      clickPower: 3,
      specialBubbleChance: 0.3,
      bubbleSpawnRate: 1.5,
      trxBonus: 0.25,
      pointsMultiplier: 2,
    }),
  ).toEqual([
    { kind: 'points', factor: 2 },
    { kind: 'trx', percent: 25 },
    { kind: 'spawnRate', factor: 1.5 },
    { kind: 'special', percent: 30 },
    { kind: 'clickPower', factor: 3 },
    { kind: 'bossHealth', percent: 50 },
  ]);
});

test('an effect that an upgrade does not have has no chip', () => {
  expect(chipsOf({})).toEqual([]);
  expect(chipsOf({ trxBonus: 0.75 })).toEqual([{ kind: 'trx', percent: 75 }]);
});
