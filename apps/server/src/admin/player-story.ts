import { err, ok, type Result } from '@popfray/engine/result';
import { STORY_ROWS, type PlayerStory } from '@popfray/protocol/admin';
import { findMute, reportsOfWriter } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { lines } from '../ledger/index.ts';
import { isOperator } from '../players/index.ts';
import { paymentsOf } from '../payments/index.ts';
import { payoutsOf } from '../payouts/index.ts';
import { reviewsOfPlayer } from '../rounds/index.ts';
import { isNoSoloRound } from '../sessions/index.ts';
import { purchaseHistory } from '../upgrades/index.ts';
import { showDeskPayment, showDeskPayout } from './money.ts';

/** Everything about one address, whether or not it ever signed in. */
export async function showPlayerStory(context: Context, address: string): Promise<Result<PlayerStory, 'ERR_ADDRESS'>> {
  const { db, chain, house } = context;
  if (!chain.isAddress(address)) return err('ERR_ADDRESS');
  const nowMs = context.now();
  const profile = await db
    .selectFrom('players')
    .selectAll()
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const account = await lines(db, address, null, STORY_ROWS);
  return ok({
    address,
    profile:
      profile === undefined
        ? null
        : {
            username: profile.username,
            gamesPlayed: profile.games_played,
            totalScore: profile.total_score,
            createdAt: profile.created_at,
            lastConnected: profile.last_connected,
            isHouse: address === house.address,
            isOperator: isOperator(context, address),
          },
    balanceSun: account.balanceSun,
    signIns: (await signInsOf(db, address, Math.floor(nowMs))).map(({ created_at, renewed_at, expires_at }) => ({
      createdAt: created_at,
      renewedAt: renewed_at,
      expiresAt: expires_at,
    })),
    rounds: await reviewsOfPlayer(db, address, STORY_ROWS),
    payments: (await paymentsOf(db, address)).map((row) => showDeskPayment(context, row)),
    payouts: await Array.fromAsync(await payoutsOf(db, address), async (row) => showDeskPayout(context, row)),
    ledger: account.lines,
    sessions: (await seatsOf(db, address)).map((seat) => ({
      id: seat.id,
      name: seat.name,
      status: seat.status,
      isCreator: seat.creator_address === address,
      feeSun: seat.fee_sun,
      score: seat.score,
      position: seat.position,
      shareSun: seat.share_sun,
      createdAt: seat.created_at,
    })),
    purchases: (await purchaseHistory(db, address, nowMs)).slice(0, STORY_ROWS),
    reports: await reportsOfWriter(context, address, STORY_ROWS),
    mute: await findMute(db, address, nowMs),
  });
}

/** A player's newest seats with the session of each, and with the result where the session was played. */
const seatsOf = async (db: Database, address: string) =>
  db
    .selectFrom('seats')
    .innerJoin('sessions', 'sessions.id', 'seats.session_id')
    .leftJoin('results', (join) =>
      join.onRef('results.session_id', '=', 'seats.session_id').onRef('results.user_id', '=', 'seats.user_id'),
    )
    .select([
      'sessions.id',
      'sessions.name',
      'sessions.status',
      'sessions.creator_address',
      'sessions.created_at',
      'seats.fee_sun',
      'results.score',
      'results.position',
      'results.share_sun',
    ])
    .where('seats.user_id', '=', address)
    .where(isNoSoloRound)
    .orderBy('seats.joined_at', 'desc')
    .limit(STORY_ROWS)
    .execute();

/** A player's sign-ins that have not expired. */
const signInsOf = async (db: Database, address: string, nowMs: number) =>
  db
    .selectFrom('sign_ins')
    .selectAll()
    .where('address', '=', address)
    .where('expires_at', '>', nowMs)
    .orderBy('renewed_at', 'desc')
    .execute();
