import type { UpgradeId } from '@popfray/engine';
import type { Database, SessionRow, SoloRoundRow } from '../platform/database/index.ts';
import { addSeat, type SeatHolder } from './seat.ts';
import { addSession } from './session.ts';

/** Streamed solo rounds: sessions with one seat that are played like battles, and that no list of sessions has. */

/** The row of a session that is a streamed solo round; undefined for other sessions. */
export const findSoloRound = async (db: Database, sessionId: string): Promise<SoloRoundRow | undefined> =>
  db.selectFrom('solo_rounds').selectAll().where('session_id', '=', sessionId).executeTakeFirst();

/** The upgrades of a streamed solo round, in the engine's order. */
export const loadoutOfSolo = ({ loadout }: Pick<SoloRoundRow, 'loadout'>): UpgradeId[] =>
  JSON.parse(loadout) as UpgradeId[];

/** The session of a player's solo round that is not over; undefined without one. There is one at most. */
export const findOpenSolo = async (db: Database, address: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('solo_rounds', 'solo_rounds.session_id', 'sessions.id')
    .selectAll('sessions')
    .where('sessions.creator_address', '=', address)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();

/** Stores a solo round whose countdown has begun, with the seat of its player, in the caller's transaction. */
export async function addSoloRound(
  db: Database,
  session: SessionRow,
  player: SeatHolder,
  solo: Pick<SoloRoundRow, 'loadout' | 'network'>,
): Promise<void> {
  await addSession(db, session);
  await db
    .insertInto('solo_rounds')
    .values({ ...solo, session_id: session.id, status: null, seed: null })
    .execute();
  const beginning = { status: 'taken', reserved_until: null, is_ready: 1 } as const;
  if ((await addSeat(db, session, player, beginning, session.created_at)) === null)
    throw new Error(`solo round ${session.id} has no seat`);
}

/** Stores how a solo round was played, in the transaction that settles it. */
export async function endSoloRound(
  db: Database,
  sessionId: string,
  played: Pick<SoloRoundRow, 'status' | 'seed'>,
): Promise<void> {
  await db.updateTable('solo_rounds').set(played).where('session_id', '=', sessionId).execute();
}
