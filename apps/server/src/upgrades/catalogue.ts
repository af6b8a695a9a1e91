import { UPGRADES, type Effects, type UpgradeId } from '@popfray/engine';
import type { UpgradeOffer } from '@popfray/protocol';

/** Names of icons in the web app. An upgrade that is not listed has the icon of its category. */
const ICONS: Partial<Readonly<Record<UpgradeId, string>>> = {
  'trx-boost': 'coin',
  'score-multiplier': 'double',
  'golden-touch': 'crown',
  'rapid-fire': 'bolt',
  'bubble-storm': 'storm',
  'boss-buster': 'shield',
  'lucky-streak': 'clover',
  'precision-strike': 'target',
  'divine-blessing': 'sun',
};

const PER_CENT = 100;

/** The upgrades on sale: SPEC section 9 by way of the engine's table, effects in the names and units of SPEC section 3. */
export const CATALOGUE: readonly UpgradeOffer[] = UPGRADES.map(({ effects, ...upgrade }) => ({
  id: upgrade.id,
  name: upgrade.name,
  description: describe(effects),
  icon: ICONS[upgrade.id] ?? upgrade.category,
  priceSun: upgrade.priceSun,
  durationMin: upgrade.durationMin,
  effects: {
    ...(effects.pointsPct !== undefined && { pointsMultiplier: effects.pointsPct / PER_CENT }),
    ...(effects.trxBonusPct !== undefined && { trxBonus: effects.trxBonusPct / PER_CENT }),
    ...(effects.spawnRatePct !== undefined && { bubbleSpawnRate: effects.spawnRatePct / PER_CENT }),
    ...(effects.specialChancePct !== undefined && { specialBubbleChance: effects.specialChancePct / PER_CENT }),
    ...(effects.clickPower !== undefined && { clickPower: effects.clickPower }),
    ...(effects.bossHealthPct !== undefined && { bossHealth: effects.bossHealthPct / PER_CENT }),
  },
  category: upgrade.category,
  rarity: upgrade.rarity,
}));

/** The effects of an upgrade in English, one sentence each. The web app has texts in three languages instead. */
function describe(effects: Partial<Effects>): string {
  const { pointsPct, trxBonusPct, spawnRatePct, specialChancePct, clickPower, bossHealthPct } = effects;
  const sentences = [
    pointsPct !== undefined && `Every pop and hit counts ${pointsPct / PER_CENT} times.`,
    trxBonusPct !== undefined && `Every round pays ${trxBonusPct} % more TRX.`,
    spawnRatePct !== undefined && `Bubbles come ${spawnRatePct / PER_CENT} times as often.`,
    specialChancePct !== undefined &&
      `Bosses and other special bubbles are ${specialChancePct} percentage points more likely.`,
    clickPower !== undefined && `A click takes ${clickPower} times the health from a boss.`,
    bossHealthPct !== undefined && `Bosses start with ${bossHealthPct} % of their health.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

const OFFERS: ReadonlyMap<string, UpgradeOffer> = new Map(CATALOGUE.map((offer) => [offer.id, offer]));

/** An upgrade on sale by its id; undefined when there is none. */
export const findOffer = (upgradeId: string): UpgradeOffer | undefined => OFFERS.get(upgradeId);

/** What an upgrade costs, sun; null when there is none of this id. */
export const priceOf = (upgradeId: string): number | null => findOffer(upgradeId)?.priceSun ?? null;
