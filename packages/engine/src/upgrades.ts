import { SUN_PER_TRX } from './units.ts';
import { err, ok, type Result } from './result.ts';

/** What upgrades in force do to a round, folded into one value. Percentages are whole numbers. */
export interface Effects {
  /** Points of every pop and hit, in per cent (100 = unchanged). Multipliers multiply. */
  readonly pointsPct: number;
  /** TRX earned on top, in per cent (0 = none). Bonuses add. */
  readonly trxBonusPct: number;
  /** Spawn rate in per cent (200 = twice as often). Rates multiply. */
  readonly spawnRatePct: number;
  /** Percentage points added to the chance of a boss and, across chains, of the other chain's bubbles. Chances add. */
  readonly specialChancePct: number;
  /** Health a click takes from a boss. The highest counts. */
  readonly clickPower: number;
  /** Health of a boss in per cent, rounded up to whole health. Multiplies. */
  readonly bossHealthPct: number;
}

/** No upgrade in force. */
export const NO_EFFECTS: Effects = {
  pointsPct: 100,
  trxBonusPct: 0,
  spawnRatePct: 100,
  specialChancePct: 0,
  clickPower: 1,
  bossHealthPct: 100,
};

/** Names of the nine upgrades. */
export type UpgradeId =
  | 'trx-boost'
  | 'score-multiplier'
  | 'golden-touch'
  | 'rapid-fire'
  | 'bubble-storm'
  | 'boss-buster'
  | 'lucky-streak'
  | 'precision-strike'
  | 'divine-blessing';

/** One of the nine upgrades of SPEC section 9. */
export interface Upgrade {
  readonly id: UpgradeId;
  readonly name: string;
  /** Price in sun. */
  readonly priceSun: number;
  /** How long it is in force, in minutes. */
  readonly durationMin: number;
  readonly category: 'economy' | 'combat' | 'special';
  readonly rarity: 'common' | 'rare' | 'epic' | 'legendary';
  readonly effects: Partial<Effects>;
}

/**
 * The nine upgrades: price, minutes and effect from SPEC section 9; category and rarity are ours. Their order is part of
 * the replay format.
 */
export const UPGRADES: readonly Upgrade[] = [
  {
    id: 'trx-boost',
    name: 'TRX Boost',
    priceSun: 5 * SUN_PER_TRX,
    durationMin: 30,
    category: 'economy',
    rarity: 'common',
    effects: { trxBonusPct: 25 },
  },
  {
    id: 'score-multiplier',
    name: 'Score Multiplier',
    priceSun: 8 * SUN_PER_TRX,
    durationMin: 15,
    category: 'economy',
    rarity: 'rare',
    effects: { pointsPct: 200 },
  },
  {
    id: 'golden-touch',
    name: 'Golden Touch',
    priceSun: 15 * SUN_PER_TRX,
    durationMin: 45,
    category: 'economy',
    rarity: 'epic',
    effects: { trxBonusPct: 50, pointsPct: 150 },
  },
  {
    id: 'rapid-fire',
    name: 'Rapid Fire',
    priceSun: 6 * SUN_PER_TRX,
    durationMin: 20,
    category: 'combat',
    rarity: 'common',
    effects: { spawnRatePct: 150 },
  },
  {
    id: 'bubble-storm',
    name: 'Bubble Storm',
    priceSun: 12 * SUN_PER_TRX,
    durationMin: 10,
    category: 'special',
    rarity: 'epic',
    effects: { spawnRatePct: 200 },
  },
  {
    id: 'boss-buster',
    name: 'Boss Buster',
    priceSun: 10 * SUN_PER_TRX,
    durationMin: 25,
    category: 'combat',
    rarity: 'rare',
    effects: { bossHealthPct: 50 },
  },
  {
    id: 'lucky-streak',
    name: 'Lucky Streak',
    priceSun: 9 * SUN_PER_TRX,
    durationMin: 20,
    category: 'special',
    rarity: 'rare',
    effects: { specialChancePct: 30 },
  },
  {
    id: 'precision-strike',
    name: 'Precision Strike',
    priceSun: 14 * SUN_PER_TRX,
    durationMin: 15,
    category: 'combat',
    rarity: 'epic',
    effects: { clickPower: 3 },
  },
  {
    id: 'divine-blessing',
    name: 'Divine Blessing',
    priceSun: 50 * SUN_PER_TRX,
    durationMin: 60,
    category: 'special',
    rarity: 'legendary',
    effects: { pointsPct: 200, trxBonusPct: 75, spawnRatePct: 150, specialChancePct: 25 },
  },
];

/** Why a loadout cannot be folded. */
export type LoadoutError = 'ERR_UPGRADE_UNKNOWN' | 'ERR_UPGRADE_TWICE';

const NOTHING = ok(NO_EFFECTS);

/** Folds a loadout (upgrade ids, any order) into its effects. */
export function foldEffects(loadout: readonly string[]): Result<Effects, LoadoutError> {
  if (loadout.length === 0) return NOTHING;
  let folded = NO_EFFECTS;
  const seen = new Set<string>();
  for (const id of loadout) {
    const upgrade = UPGRADES.find((candidate) => candidate.id === id);
    if (upgrade === undefined) return err('ERR_UPGRADE_UNKNOWN');
    if (seen.has(id)) return err('ERR_UPGRADE_TWICE');
    seen.add(id);
    const effects = { ...NO_EFFECTS, ...upgrade.effects };
    folded = {
      pointsPct: Math.floor((folded.pointsPct * effects.pointsPct) / 100),
      trxBonusPct: folded.trxBonusPct + effects.trxBonusPct,
      spawnRatePct: Math.floor((folded.spawnRatePct * effects.spawnRatePct) / 100),
      specialChancePct: folded.specialChancePct + effects.specialChancePct,
      clickPower: Math.max(folded.clickPower, effects.clickPower),
      bossHealthPct: Math.floor((folded.bossHealthPct * effects.bossHealthPct) / 100),
    };
  }
  return ok(folded);
}
