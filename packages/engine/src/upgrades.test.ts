import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  crossChain,
  foldEffects,
  freePlay,
  NO_EFFECTS,
  SUN_PER_TRX,
  UPGRADES,
  type UpgradeId,
} from './index.ts';
import { events, living, playTo, spawned, start } from './round.fixture.ts';

const noBosses = { ...arena, boss: null };
const bosses = {
  ...arena,
  boss: arena.boss === null ? null : { ...arena.boss, chanceBp: { from: 10_000, perPoints: 1, to: 10_000 } },
};

/** Spawn interval of the arena at score 0, ms. */
function intervalOf(loadout: readonly UpgradeId[]): number {
  const [first, second] = spawned(noBosses, 1, { loadout });
  return (second?.timeMs ?? 0) - (first?.timeMs ?? 0);
}

/** Share of bosses in the arena at score 0. */
function bossShare(loadout: readonly UpgradeId[]): number {
  const all = spawned(arena, 60, { loadout });
  return all.filter(({ isBoss }) => isBoss).length / all.length;
}

/** Points of the first pop in a round that is always the same but for the loadout, over those without. */
function pointsFactor(loadout: readonly UpgradeId[]): number {
  const [plain = 1, upgraded = 0] = [[], loadout].map((upgrades) => {
    const round = start({ ...noBosses, points: { kind: 'linear', smallest: 20, largest: 20 } }, { loadout: upgrades });
    playTo(round, 60_000, 100, () => round.popped > 0);
    return round.score;
  });
  return upgraded / plain;
}

/** TRX per 100 points. */
function trxPer100(loadout: readonly UpgradeId[]): number {
  const round = playTo(start(noBosses, { loadout }), 20_000);
  return (round.earnedSun * 100) / round.score / SUN_PER_TRX;
}

/** Clicks that a boss takes. */
function bossClicks(loadout: readonly UpgradeId[]): number {
  const round = start(bosses, { loadout });
  playTo(round, 60_000, 100, () => round.popped > 0);
  const popped = events(round).find(({ type }) => type === 'pop');
  return round.inputs().length > 0 && popped !== undefined ? round.hits + 1 : 0;
}

describe('section 9 of the specification', () => {
  test.each<
    readonly [name: string, price: number, minutes: number, effect: string, check: (upgrades: UpgradeId[]) => void]
  >([
    ['TRX Boost', 5, 30, '+25% TRX', (upgrades) => expect(trxPer100(upgrades)).toBe(1.25)],
    ['Score Multiplier', 8, 15, '2x points', (upgrades) => expect(pointsFactor(upgrades)).toBe(2)],
    [
      'Golden Touch',
      15,
      45,
      '+50% TRX, 1.5x points',
      (upgrades) => expect([trxPer100(upgrades), pointsFactor(upgrades)]).toEqual([1.5, 1.5]),
    ],
    ['Rapid Fire', 6, 20, '+50% spawn', (upgrades) => expect(intervalOf(upgrades)).toBe(Math.floor(700 / 1.5))],
    ['Bubble Storm', 12, 10, '2x spawn', (upgrades) => expect(intervalOf(upgrades)).toBe(350)],
    [
      'Boss Buster',
      10,
      25,
      'half boss health',
      (upgrades) => {
        const round = start(bosses, { loadout: upgrades });
        round.advanceTo(1_000);
        expect(living(round)[0]).toMatchObject({ health: 8, fullHealth: 8 });
      },
    ],
    [
      'Lucky Streak',
      9,
      20,
      '+30% special chance',
      (upgrades) => expect(Math.abs(bossShare(upgrades) - 0.38)).toBeLessThan(0.025),
    ],
    [
      'Precision Strike',
      14,
      15,
      '3x click damage',
      (upgrades) => {
        const round = start(bosses, { loadout: upgrades });
        playTo(round, 2_000, 100, () => round.inputCount === 1);
        expect(events(round).find(({ type }) => type === 'hit')).toMatchObject({ value: 12, points: 15 });
      },
    ],
    [
      'Divine Blessing',
      50,
      60,
      '2x points, +75% TRX, +50% spawns, +25% special',
      (upgrades) => {
        expect([pointsFactor(upgrades), trxPer100(upgrades), intervalOf(upgrades)]).toEqual([2, 1.75, 466]);
        expect(Math.abs(bossShare(upgrades) - 0.33)).toBeLessThan(0.025);
      },
    ],
  ])('"%s" costs %i TRX for %i minutes: "%s"', (name, price, minutes, _effect, check) => {
    const upgrade = UPGRADES.find((candidate) => candidate.name === name);
    expect(upgrade).toMatchObject({ priceSun: price * SUN_PER_TRX, durationMin: minutes });
    check(upgrade === undefined ? [] : [upgrade.id]);
  });

  test('there are nine, in the order that replays number them', () => {
    expect(UPGRADES.map(({ id }) => id)).toEqual([
      'trx-boost',
      'score-multiplier',
      'golden-touch',
      'rapid-fire',
      'bubble-storm',
      'boss-buster',
      'lucky-streak',
      'precision-strike',
      'divine-blessing',
    ]);
  });

  test('"Categories: economy, combat, special", "common", "rare", "epic" and "legendary" are all that there are', () => {
    expect(new Set(UPGRADES.map(({ category }) => category))).toEqual(new Set(['economy', 'combat', 'special']));
    expect(new Set(UPGRADES.map(({ rarity }) => rarity))).toEqual(new Set(['common', 'rare', 'epic', 'legendary']));
  });
});

describe('section 5 of the design', () => {
  const fold = (...upgrades: UpgradeId[]): unknown => {
    const folded = foldEffects(upgrades);
    return folded.ok ? folded.value : folded.error;
  };
  test.each<readonly [phrase: string, upgrades: UpgradeId[], effects: Partial<typeof NO_EFFECTS>]>([
    ['no upgrade changes nothing', [], NO_EFFECTS],
    ['points multipliers multiply', ['score-multiplier', 'golden-touch', 'divine-blessing'], { pointsPct: 600 }],
    ['spawn rates multiply', ['rapid-fire', 'bubble-storm', 'divine-blessing'], { spawnRatePct: 450 }],
    ['TRX bonuses add', ['trx-boost', 'golden-touch', 'divine-blessing'], { trxBonusPct: 150 }],
    ['special chances add', ['lucky-streak', 'divine-blessing'], { specialChancePct: 55 }],
    ['click power is the maximum', ['precision-strike', 'divine-blessing'], { clickPower: 3 }],
    ['boss health multiplies', ['boss-buster'], { bossHealthPct: 50 }],
  ])('"%s"', (_phrase, upgrades, effects) => expect(fold(...upgrades)).toMatchObject(effects));

  test('"rounded up, at least 1": half of a boss of one health is one', () => {
    const frail = { ...bosses, boss: bosses.boss === null ? null : { ...bosses.boss, health: 1 } };
    const round = start(frail, { loadout: ['boss-buster'] });
    round.advanceTo(1_000);
    expect(living(round)[0]?.health).toBe(1);
  });

  test('"Damage of a click on a boss is the click power": three a click, eight health take three clicks', () => {
    expect(bossClicks([])).toBeGreaterThanOrEqual(15);
    expect(start(bosses, { loadout: ['precision-strike', 'boss-buster'] }).effects).toMatchObject({ clickPower: 3 });
    const round = start(bosses, { loadout: ['precision-strike', 'boss-buster'] });
    round.advanceTo(1_000);
    const { xPx, yPx } = living(round)[0] ?? { xPx: 0, yPx: 0 };
    const outcomes = [0, 1, 2].map(() => {
      round.advanceTo(round.timeMs + 100);
      return round.pop(xPx, Math.min(yPx, 600));
    });
    expect(outcomes).toEqual(['hit', 'hit', 'pop']);
    expect(round.score).toBe(15 + 15 + 150);
  });
});

test('effects do not depend on the order of the loadout', () => {
  const ids = UPGRADES.map(({ id }) => id);
  const upgrades = fc
    .subarray(ids)
    .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })));
  fc.assert(
    fc.property(upgrades, ([some, shuffled]) => {
      expect(foldEffects(shuffled)).toEqual(foldEffects(some));
    }),
  );
});

test('all nine at once are playable in every rule set', () => {
  const loadout = UPGRADES.map(({ id }) => id);
  for (const rules of [freePlay, arena, crossChain]) {
    const round = playTo(start(rules, { loadout }), 60_000);
    expect(round.phase).toBe('over');
    expect(round.score).toBeGreaterThan(0);
  }
});

test('an unknown upgrade, or one listed twice, is a coded error', () => {
  expect(foldEffects(['double-luck'])).toEqual({ ok: false, error: 'ERR_UPGRADE_UNKNOWN' });
  expect(foldEffects(['__proto__'])).toEqual({ ok: false, error: 'ERR_UPGRADE_UNKNOWN' });
  expect(foldEffects(['trx-boost', 'rapid-fire', 'trx-boost'])).toEqual({ ok: false, error: 'ERR_UPGRADE_TWICE' });
});
