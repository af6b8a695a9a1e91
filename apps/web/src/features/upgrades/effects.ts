import type { UpgradeOffer } from '@popfray/protocol';

/** An effect as it is shown on a chip. SPEC section 9, effect chips. */
export type Chip =
  | { readonly kind: 'points' | 'spawnRate' | 'clickPower'; readonly factor: number }
  | { readonly kind: 'trx' | 'special' | 'bossHealth'; readonly percent: number };

/** A share (0.25) in per cent (25), rounded. */
const percentOf = (share: number): number => Math.round(share * 100);

/** The chips of an upgrade's effects, in the order of the specification. */
export function chipsOf(effects: UpgradeOffer['effects']): readonly Chip[] {
  const { pointsMultiplier, trxBonus, bubbleSpawnRate, specialBubbleChance, clickPower, bossHealth } = effects;
  return [
    pointsMultiplier !== undefined && ({ kind: 'points', factor: pointsMultiplier } as const),
    trxBonus !== undefined && ({ kind: 'trx', percent: percentOf(trxBonus) } as const),
    bubbleSpawnRate !== undefined && ({ kind: 'spawnRate', factor: bubbleSpawnRate } as const),
    specialBubbleChance !== undefined && ({ kind: 'special', percent: percentOf(specialBubbleChance) } as const),
    clickPower !== undefined && ({ kind: 'clickPower', factor: clickPower } as const),
    bossHealth !== undefined && ({ kind: 'bossHealth', percent: percentOf(1 - bossHealth) } as const),
  ].filter((chip) => chip !== false);
}
