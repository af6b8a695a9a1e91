import { expect, test } from 'vitest';
import { FACTS } from './facts.ts';

test('the pages’ figures are the specification’s', () => {
  expect(FACTS).toMatchObject({
    roundSeconds: 60,
    freeMostPoints: 25,
    freeLeastPoints: 10,
    comboMost: 3,
    comboPops: 10,
    arenaMostPoints: 39,
    arenaLeastPoints: 15,
    arenaSpeedMost: 2.5,
    bossHits: 15,
    bossKillPoints: 150,
    bossChanceFrom: 8,
    bossChanceTo: 23,
    foreignFactor: 1.5,
    pointsPerTrx: 100,
    upgradeCount: 9,
    bossBuster: 50,
    precision: 3,
    winnerShare: 96,
    podiumShare: 95,
    typicalFeeMin: 1,
    typicalFeeMax: 50,
    networkFeeMin: 1,
    networkFeeMax: 3,
    withdrawMin: 10,
    networkFee: 0.268,
    newWalletFee: 1.1,
    waitMinutesMin: 3,
    waitMinutesMax: 20,
  });
});
