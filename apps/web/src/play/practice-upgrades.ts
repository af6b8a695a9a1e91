import { foldEffects, UPGRADES, type Rules, type Upgrade, type UpgradeId } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';

/** Whether an upgrade changes a practice round: TRX bonuses never do, and what is about bosses only where there are any. */
function changesPractice({ id }: Upgrade, rules: Rules): boolean {
  const folded = foldEffects([id]);
  if (!folded.ok) return false;
  const { pointsPct, spawnRatePct, specialChancePct, clickPower, bossHealthPct } = folded.value;
  if (pointsPct !== 100 || spawnRatePct !== 100) return true;
  return rules.boss !== null && (specialChancePct > 0 || clickPower > 1 || bossHealthPct !== 100);
}

/** The upgrades that a practice round under some rules has at a time, epoch ms, in the engine's order. */
export function practiceLoadout(rules: Rules, upgrades: readonly ActiveUpgrade[], nowMs: number): readonly UpgradeId[] {
  const active = new Set(upgrades.filter(({ expiresAt }) => expiresAt > nowMs).map(({ upgradeId }) => upgradeId));
  return UPGRADES.filter((upgrade) => active.has(upgrade.id) && changesPractice(upgrade, rules)).map(({ id }) => id);
}
