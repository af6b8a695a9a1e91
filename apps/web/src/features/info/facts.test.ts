import { expect, test } from 'vitest';
import { FACTS } from './facts.ts';

/** The catalogues of these pages in every language, by file. */
const CATALOGUES = Object.entries(
  import.meta.glob<{ readonly texts: object }>('../../data/messages/{en,zh,ja}/{info,faq,troubleshooting}.ts', {
    eager: true,
  }),
).map(([path, { texts }]) => [path.slice('../../data/messages/'.length), texts] as const);

/** All texts of a catalogue. */
const leaves = (branch: object): readonly string[] =>
  Object.values(branch).flatMap((value: unknown) => (typeof value === 'string' ? [value] : leaves(value as object)));

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

/** Numbers that are not rules: one, which is a word; hours of a day; the token standard; and Japanese words that contain a digit. */
const NO_RULE = /(?<!\d)1(?!\d)|24 (?:hours|小时|時間)|TRC-20|=0|7 色|100 万|2 つ|2 本|3 名|5 つ|5 分|12 個|0 時/g;

test.each(CATALOGUES)('no figure of a rule is typed into a text: %s', (_, catalogue) => {
  const typed = leaves(catalogue).filter((text) =>
    /\d/.test(text.replaceAll(/\{\w+, number\}/g, '').replaceAll(NO_RULE, '')),
  );
  expect(typed).toEqual([]);
});
