import type { BattleOver } from '@popfray/protocol/battle';
import { recordGame, refreshPlayer } from '../account/account.ts';
import { keepText, readText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.recorded-battles.v1';

/** Most battles remembered; the oldest go first. */
const MAX_REMEMBERED = 20;

/**
 * Tells a player once that a settled battle counts in the profile, and fetches the profile, which the server has updated. A battle that
 * was refunded, or that the player missed, counts for nothing.
 */
export async function recordBattle({ sessionId, outcome, results }: BattleOver, userId: string): Promise<void> {
  const own = results.find((result) => result.userId === userId);
  if (outcome !== 'settled' || own === undefined || own.status === 'absent') return;
  const recorded = recordedBattles();
  // After a reload, and in another tab, the server tells of the same end again.
  if (recorded.includes(sessionId)) return;
  keepText(KEY, JSON.stringify([...recorded, sessionId].slice(-MAX_REMEMBERED)));
  await recordGame({ score: own.score, category: 'cross-chain-battle', address: userId });
  await refreshPlayer();
}

function recordedBattles(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
