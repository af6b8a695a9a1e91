import type { Context } from '../platform/context/index.ts';
import type { Database, SessionRow } from '../platform/database/index.ts';
import { isRemoved, seatsOf } from './seat.ts';

/** Most waiting quick battles that one request looks at. */
const MAX_CANDIDATES = 20;

/** What the players of a quick battle have agreed to. */
export type QuickTerms = Pick<SessionRow, 'fee_sun' | 'policy' | 'policy_version'>;

/**
 * The quick battles that a player can join now, the longest wait first: with the same terms, a free seat, and players who are still there. A player
 * without an open socket would lose an entry fee without playing.
 */
export async function findQuickOpponents(
  { db, presence, now }: Pick<Context, 'db' | 'presence' | 'now'>,
  address: string,
  { fee_sun, policy, policy_version }: QuickTerms,
): Promise<SessionRow[]> {
  const candidates = await waitingQuick(db)
    .where('fee_sun', '=', fee_sun)
    .where('policy', '=', policy)
    .where('policy_version', '=', policy_version)
    .where('expires_at', '>', Math.floor(now()))
    .where('creator_address', '!=', address)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_CANDIDATES)
    .execute();
  const opponents: SessionRow[] = [];
  for (const session of candidates) {
    const seats = await seatsOf(db, session.id);
    const hasSeat = seats.length < session.max_players;
    if (!hasSeat || !seats.every(({ address: seated }) => presence.isVisiting(seated))) continue;
    if (!(await isRemoved(db, session.id, address))) opponents.push(session);
  }
  return opponents;
}

/** The waiting quick battle with a fee in which a player has a seat. A player has one at most, however many tabs ask. */
export const findQuickSeat = async (
  db: Database,
  address: string,
  { fee_sun }: Pick<QuickTerms, 'fee_sun'>,
): Promise<SessionRow | undefined> =>
  waitingQuick(db)
    .where('fee_sun', '=', fee_sun)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('seats')
          .select('seats.user_id')
          .whereRef('seats.session_id', '=', 'sessions.id')
          .where('seats.user_id', '=', address)
          .where('seats.status', '!=', 'left'),
      ),
    )
    .executeTakeFirst();

/** All quick battles that wait for players. */
export const waitingQuick = (db: Database) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('is_quick', '=', 1)
    .where('ended_at', 'is', null)
    .where('status', '=', 'waiting');
