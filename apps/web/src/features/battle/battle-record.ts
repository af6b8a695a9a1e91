import type { BattleOver } from '@popfray/protocol/battle';
import { recordGame, refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.recorded-battles.v1';

/** Maximum number of remembered battles; the oldest are removed first. */
const MAX_REMEMBERED = 20;

/**
 * Shows once that a settled battle counts in the player's profile, and fetches the profile again. A battle that was refunded, or that the
 * player missed, does not count.
 */
export async function reportBattle({ sessionId, outcome, results }: BattleOver, userId: string): Promise<void> {
  const own = results.find((result) => result.userId === userId);
  if (outcome !== 'settled' || own === undefined || own.status === 'absent') return;
  const recorded = reportedBattles();
  // After a reload and in other tabs the server reports the same end again.
  if (recorded.includes(sessionId)) return;
  writeText(KEY, JSON.stringify([...recorded, sessionId].slice(-MAX_REMEMBERED)));
  await recordGame({ score: own.score, category: 'cross-chain-battle', address: userId });
  await refreshPlayer();
}

function reportedBattles(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readText(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
