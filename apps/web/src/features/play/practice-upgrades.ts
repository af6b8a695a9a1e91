import { foldEffects, UPGRADES, type Rules, type Upgrade, type UpgradeId } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';

/** Whether an upgrade affects a practice round: TRX bonuses never do, boss upgrades only with bosses. */
function changesPractice({ id }: Upgrade, rules: Rules): boolean {
  const folded = foldEffects([id]);
  if (!folded.ok) return false;
  const { pointsPct, spawnRatePct, specialChancePct, clickPower, bossHealthPct } = folded.value;
  if (pointsPct !== 100 || spawnRatePct !== 100) return true;
  return rules.boss !== null && (specialChancePct > 0 || clickPower > 1 || bossHealthPct !== 100);
}

/** The upgrades of a practice round under some rules at a time, epoch ms, in the engine's order. */
export function practiceLoadout(rules: Rules, upgrades: readonly ActiveUpgrade[], nowMs: number): readonly UpgradeId[] {
  const active = new Set(upgrades.filter(({ expiresAt }) => expiresAt > nowMs).map(({ upgradeId }) => upgradeId));
  return UPGRADES.filter((upgrade) => active.has(upgrade.id) && changesPractice(upgrade, rules)).map(({ id }) => id);
}
