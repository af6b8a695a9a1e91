import type { Context } from '../platform/context/index.ts';
import type { RoundRow } from '../platform/database/index.ts';
import { countGame } from '../players/index.ts';
import { creditReward } from './budget.ts';
import { limitReward, type LimitedReward } from './reward.ts';
import { addRound } from './round.ts';

/** A paid round that has ended and was judged, before its reward is credited. */
export type JudgedRound = Omit<RoundRow, 'credited_sun' | 'status' | 'cut_by'>;

/** The reward of a round that is held for review. */
const UNPAID: LimitedReward = { creditedSun: 0, cutBy: null };

/**
 * Stores a paid round and credits what it earns, as far as the limits allow. A round with suspicions is held, and credited nothing. Run it in one
 * transaction with what ends the round, so that a round is settled once.
 */
export async function settleRound(context: Context, judged: JudgedRound): Promise<RoundRow> {
  const { db } = context;
  const { id, address, score, network, earned_sun: earnedSun, played_at: playedAt } = judged;
  const isHeld = judged.suspicions !== '';
  const { creditedSun, cutBy } = isHeld
    ? UNPAID
    : await limitReward(context, { address, network, earnedSun, playedAt });
  const row: RoundRow = { ...judged, credited_sun: creditedSun, cut_by: cutBy, status: isHeld ? 'held' : 'credited' };
  await addRound(db, row);
  if (!isHeld) await countGame(db, { address, category: 'trx-classic', score });
  await creditReward(db, id, address, creditedSun, playedAt);
  return row;
}
