import { z } from 'zod';
import { id, sun, timeMs, txid, upgradeId } from './field.ts';

/** What upgrades do. SPEC section 3; multipliers as factors, bonuses and chances as shares (0.25 = 25 %). */
export const upgradeEffects = z.object({
  pointsMultiplier: z.number().optional(),
  trxBonus: z.number().optional(),
  bubbleSpawnRate: z.number().optional(),
  specialBubbleChance: z.number().optional(),
  clickPower: z.number().optional(),
  bossHealth: z.number().optional(),
});

/** An upgrade on sale. */
export const upgrade = z.object({
  id: upgradeId,
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  priceSun: sun,
  durationMin: z.int().positive(),
  effects: upgradeEffects,
  category: z.enum(['economy', 'combat', 'special']),
  rarity: z.enum(['common', 'rare', 'epic', 'legendary']),
});
export type UpgradeOffer = z.infer<typeof upgrade>;
export const upgradeList = z.array(upgrade);

/** An upgrade in force. SPEC section 3, active upgrade; its `playerId` is the address asked about. */
export const activeUpgrade = z.object({
  upgradeId,
  playerId: z.string(),
  expiresAt: timeMs,
  purchasedAt: timeMs,
  /** The transaction that paid it; null when it was paid from the balance. */
  txHash: txid.nullable(),
});
export type ActiveUpgrade = z.infer<typeof activeUpgrade>;
export const activeUpgradeList = z.array(activeUpgrade);

/** Purchases that are given at once, and whichever others were made at the time of the last of them. */
export const PURCHASES_LISTED = 200;

/** A purchase as the specification names its fields. SPEC section 3; price in TRX as decimal text, times ISO 8601. */
export const purchaseRecord = z.object({
  id,
  upgrade_id: upgradeId,
  price: z.string(),
  status: z.enum(['active', 'expired']),
  purchased_at: z.string(),
  expires_at: z.string(),
});
export type PurchaseRecord = z.infer<typeof purchaseRecord>;
export const purchaseRecordList = z.array(purchaseRecord);
