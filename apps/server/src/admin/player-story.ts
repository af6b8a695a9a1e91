import { err, ok, type Result } from '@popfray/engine/result';
import type { PlayerStory } from '@popfray/protocol/admin';
import { findMute, reportsOfWriter } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { perDatabase, type PlayerRow, type SignInRow, sql } from '../platform/database/index.ts';
import { lines } from '../ledger/index.ts';
import { isOperator } from '../players/index.ts';
import { paymentsOf } from '../payments/index.ts';
import { payoutsOf } from '../payouts/index.ts';
import { reviewsOfPlayer } from '../rounds/index.ts';
import { purchaseHistory } from '../upgrades/index.ts';
import { showDeskPayment, showDeskPayout } from './money.ts';

/** Most of each kind that a story lists. */
const LISTED = 50;

interface SeatStory {
  readonly id: string;
  readonly name: string;
  readonly status: PlayerStory['sessions'][number]['status'];
  readonly creator_address: string;
  readonly fee_sun: number;
  readonly score: number | null;
  readonly position: number | null;
  readonly share_sun: number | null;
  readonly created_at: number;
}

const statements = perDatabase((db) => ({
  seats: db.prepare<[string, number], SeatStory>(
    `SELECT sessions.id, name, sessions.status, creator_address, seats.fee_sun, score, position, share_sun, created_at
     FROM seats JOIN sessions ON sessions.id = seats.session_id
     LEFT JOIN results ON results.session_id = seats.session_id AND results.user_id = seats.user_id
     WHERE seats.user_id = ? ORDER BY joined_at DESC LIMIT ?`,
  ),
  signIns: db.prepare<[string, number], SignInRow>(
    'SELECT * FROM sign_ins WHERE address = +? AND expires_at > +? ORDER BY renewed_at DESC',
  ),
}));

/** Everything about one address, whether or not it ever signed in. */
export function showPlayerStory(context: Context, address: string): Result<PlayerStory, 'ERR_ADDRESS'> {
  const { db, chain, house } = context;
  if (!chain.isAddress(address)) return err('ERR_ADDRESS');
  const nowMs = context.now();
  const { seats, signIns } = statements(db);
  const profile = db.get<PlayerRow>(
    sql.selectFrom('players').selectAll().where('address', '=', address).where('deleted_at', 'is', null),
  );
  const account = lines(db, address, null, LISTED);
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
    signIns: signIns.all(address, Math.floor(nowMs)).map(({ created_at, renewed_at, expires_at }) => ({
      createdAt: created_at,
      renewedAt: renewed_at,
      expiresAt: expires_at,
    })),
    rounds: reviewsOfPlayer(db, address, LISTED),
    payments: paymentsOf(db, address).map((row) => showDeskPayment(context, row)),
    payouts: payoutsOf(db, address).map((row) => showDeskPayout(context, row)),
    ledger: account.lines,
    sessions: seats.all(address, LISTED).map((seat) => ({
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
    purchases: purchaseHistory(db, address, nowMs).slice(0, LISTED),
    reports: reportsOfWriter(context, address, LISTED),
    mute: findMute(db, address, nowMs),
  });
}
