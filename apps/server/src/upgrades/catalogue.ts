import { UPGRADES, type UpgradeId } from '@popfray/engine';
import type { UpgradeOffer } from '@popfray/protocol';

/** What the engine has no use for: words and the name of a picture. */
interface Display {
  readonly description: string;
  /** Name of an icon in the web app. */
  readonly icon: string;
}

const DISPLAY: Readonly<Record<UpgradeId, Display>> = {
  'trx-boost': { description: 'Every round pays a quarter more TRX.', icon: 'coin' },
  'score-multiplier': { description: 'Every pop and hit counts twice.', icon: 'double' },
  'golden-touch': { description: 'Half as many points on top, and half as much TRX on top of those.', icon: 'crown' },
  'rapid-fire': { description: 'Half again as many bubbles in the same time.', icon: 'bolt' },
  'bubble-storm': { description: 'Bubbles come twice as often: short and wild.', icon: 'storm' },
  'boss-buster': { description: 'Bosses start with half their health.', icon: 'shield' },
  'lucky-streak': { description: 'Bosses and other special bubbles turn up far more often.', icon: 'clover' },
  'precision-strike': { description: 'A click takes three times the health from a boss.', icon: 'target' },
  'divine-blessing': { description: 'Twice the points, more bubbles, more bosses and more TRX.', icon: 'sun' },
};

const PER_CENT = 100;

/** The upgrades on sale: SPEC section 9 by way of the engine's table, effects in the words and units of SPEC section 3. */
export const CATALOGUE: readonly UpgradeOffer[] = UPGRADES.map(({ effects, ...upgrade }) => ({
  id: upgrade.id,
  name: upgrade.name,
  ...DISPLAY[upgrade.id],
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

const OFFERS: ReadonlyMap<string, UpgradeOffer> = new Map(CATALOGUE.map((offer) => [offer.id, offer]));

/** An upgrade on sale by its id; undefined when there is none. */
export const findOffer = (upgradeId: string): UpgradeOffer | undefined => OFFERS.get(upgradeId);

/** What an upgrade costs, sun; null when there is none of this id. */
export const priceOf = (upgradeId: string): number | null => findOffer(upgradeId)?.priceSun ?? null;
