import type { BattleOver } from '@popfray/protocol/battle';
import type { ExaminationRow, ResultRow } from '../platform/database/index.ts';

/** Makes the message about the end of a battle for its players. `reviews`: what became of shares that were held, by their places. */
export const makeOver = (
  sessionId: string,
  outcome: BattleOver['outcome'],
  results: readonly ResultRow[],
  reviews: ReadonlyMap<number, ExaminationRow['status']> = new Map(),
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
    ...reviewOf(reviews.get(row.place)),
    ...(row.to_balance === 1 && { isOnBalance: true }),
  })),
});

const reviewOf = (status: ExaminationRow['status'] | undefined): Pick<BattleOver['results'][number], 'review'> =>
  status === undefined || status === 'clear' ? {} : { review: status };
