import type { BattleOver } from '@popfray/protocol/battle';
import type { ResultRow } from '../platform/database/index.ts';

/** Makes the message about the end of a battle for its players. */
export const makeOver = (
  sessionId: string,
  outcome: BattleOver['outcome'],
  results: readonly ResultRow[],
): BattleOver => ({
  type: 'battle_over',
  sessionId,
  outcome,
  results: results.map((row) => ({
    place: row.place,
    userId: row.user_id,
    score: row.score,
    popped: row.popped,
    bestCombo: row.best_combo,
    position: row.position,
    shareSun: row.share_sun,
    status: row.status,
  })),
});
