import { NO_POINTS, type SoloReward } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import { DEFAULT_LIMITS, judgeClicks } from '../conduct/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database, RoundRow, SessionRow, SoloRoundRow } from '../platform/database/index.ts';
import { findPlayed, playAgain, reasonsOf, settleRound } from '../rounds/index.ts';
import { countPlay } from '../seasons/index.ts';
import { addBattle, closeSeats, endSoloRound, endUnplayed, findSoloRound, moveSession } from '../sessions/index.ts';
import { makePathScore, makeShareId } from './examination.ts';
import { findRepeats } from './repeated-path.ts';
import type { PlayedBattle, PlayedRound } from './played.ts';

/**
 * Settles a streamed solo round in the caller's transaction: stores the round and its battle, and credits what it earns as far as the limits of earnings allow,
 * or holds it for review. A round in which the player never came or gave up, and has not scored, is cancelled: nothing is stored of it. Null when the
 * session is not at play.
 */
export async function settleSolo(
  context: Context,
  session: SessionRow,
  solo: SoloRoundRow,
  battle: PlayedBattle,
): Promise<'rewarded' | 'cancelled' | null> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const played = playerOf(battle, session);
  if (played.status === 'absent' || (played.status === 'left' && played.score === 0)) {
    const ended = await endUnplayed(db, session, 'cancelled', NO_POINTS, nowMs);
    return ended === null ? null : 'cancelled';
  }
  if ((await moveSession(db, session, 'settled', { ended_at: nowMs })) === null) return null;
  await closeSeats(db, session.id);
  // A round that was given up in its countdown has not begun.
  const startedAt = Math.min(Math.floor(battle.startedAt), nowMs);
  const { rulesId: rules_id, rulesVersion: rules_version, commitment, secret } = battle;
  const stored = {
    session_id: session.id,
    rules_id,
    rules_version,
    commitment,
    secret,
    started_at: startedAt,
    pool_sun: 0,
    creator_sun: 0,
    house_sun: 0,
    has_bots: 0,
    is_cross_chain: 0,
    settled_at: nowMs,
  } as const;
  await addBattle(db, stored, []);
  await endSoloRound(db, session.id, { status: played.status, seed: played.seed });
  const { round, conduct } = playAgain(played.replay);
  const roundId = makeShareId(session.id, played.place);
  const [examined] = await findRepeats(db, [{ roundId, conduct: played.conduct }], nowMs);
  const suspicions = examined?.reasons ?? judgeClicks(conduct, DEFAULT_LIMITS);
  const settled = await settleRound(context, {
    id: session.id,
    address: session.creator_address,
    rules_id,
    rules_version,
    loadout: solo.loadout,
    replay: played.replay,
    score: played.score,
    popped: played.popped,
    best_combo: played.bestCombo,
    earned_sun: round.earnedSun,
    suspicions: suspicions.join(' '),
    elapsed_ms: nowMs - session.created_at,
    clicks: conduct.clicks,
    reaction_median_ms: conduct.reactionMedianMs,
    interval_variation_pct: conduct.intervalVariationPct,
    aim_offset_pct: conduct.aimOffsetPct,
    played_at: nowMs,
    network: solo.network,
    path_score: makePathScore(played.conduct),
    contradicted: played.conduct?.contradicted ?? null,
    path: played.path,
  });
  if (settled.status === 'credited' && played.status === 'finished') {
    const { score, popped, bestCombo } = played;
    await countPlay(db, { address: settled.address, kind: 'solo', score, popped, bestCombo, atMs: nowMs });
  }
  return 'rewarded';
}

/** The one player of a solo round. Throws when the rounds are not those of its one seat. */
function playerOf({ sessionId, players }: PlayedBattle, { creator_address }: SessionRow): PlayedRound {
  const [player] = players;
  if (players.length !== 1 || player?.userId !== creator_address)
    throw new Error(`the rounds of ${sessionId} are not those of a solo round`);
  return player;
}

/** A settled solo round from its rows. */
export interface SettledSolo {
  readonly solo: SoloRoundRow;
  readonly round: RoundRow;
}

/** The rows of a settled solo round; null for a battle, and for a round that was not played. */
export async function findSettledSolo(db: Database, sessionId: string): Promise<SettledSolo | null> {
  const solo = await findSoloRound(db, sessionId);
  if (solo === undefined || solo.status === null) return null;
  const round = await findPlayed(db, sessionId);
  return round === undefined ? null : { solo, round };
}

/** What a round was credited, as everybody may read it. */
export const rewardOf = ({ round }: SettledSolo): SoloReward => ({
  earnedSun: round.earned_sun,
  creditedSun: round.credited_sun,
  status: round.status,
  cutBy: round.cut_by,
});

/** How a solo round ended, in the message to its player: with the reasons when it is held. */
export const makeSoloOver = (settled: SettledSolo): BattleOver => {
  const { solo, round } = settled;
  return {
    type: 'battle_over',
    sessionId: round.id,
    outcome: 'settled',
    results: [
      {
        place: 0,
        userId: round.address,
        score: round.score,
        popped: round.popped,
        bestCombo: round.best_combo,
        position: 1,
        shareSun: round.credited_sun,
        status: solo.status ?? 'finished',
      },
    ],
    solo: { ...rewardOf(settled), ...reasonsOf(round) },
  };
};
