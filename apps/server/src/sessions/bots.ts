import { err, ok, type Result } from '@popfray/engine/result';
import type { BOT_SKILL_NAMES, FailureCode, Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, SeatRow, SessionRow } from '../platform/database/index.ts';
import { addSeat, hasUnpaidSeat, seatsOf } from './seat.ts';
import { allowsBots, findSession, isWaiting, publishSessionChange, showSession } from './session.ts';

/** How well a practice bot plays. */
export type BotSkill = (typeof BOT_SKILL_NAMES)[number];

/** A bot's new seat. */
interface Added {
  readonly session: SessionRow;
  readonly seat: SeatRow;
}

/**
 * Adds a practice bot for the creator, if the session has no prize. The bot is ready at once. In a session with a fee, two seats remain for players
 * who pay it.
 */
export async function addBot(
  context: Context,
  sessionId: string,
  address: string,
  skill: BotSkill,
): Promise<Result<Session, FailureCode>> {
  const { db, bus } = context;
  const added = await db.inTransaction(async (): Promise<Result<Added, FailureCode>> => {
    const session = await findSession(db, sessionId);
    if (session === undefined) return err('ERR_SESSION_UNKNOWN');
    if (session.creator_address !== address) return err('ERR_SESSION_CREATOR');
    if (!allowsBots(context, session)) return err('ERR_BOTS');
    if (!isWaiting(session, context.now())) return err('ERR_SESSION_CLOSED');
    if ((await seatsOf(db, sessionId)).length >= session.max_players) return err('ERR_SESSION_FULL');
    const seat = await seatBot(db, session, skill, context.now());
    return seat === null ? err('ERR_SEATS_KEPT') : ok({ session, seat });
  });
  if (!added.ok) return added;
  const { session, seat } = added.value;
  bus.publish({ type: 'joined', sessionId, userId: seat.user_id, username: seat.username });
  publishSessionChange(context, sessionId);
  return ok(await showSession(context, session));
}

/** Gives a bot a free seat, within the caller's transaction; null when there is none. Bots play for the other chain. */
export async function seatBot(
  db: Database,
  session: SessionRow,
  skill: BotSkill,
  nowMs: number,
): Promise<SeatRow | null> {
  if (!(await hasUnpaidSeat(db, session))) return null;
  const ids = new Set((await seatsOf(db, session.id)).map(({ user_id }) => user_id));
  // The number of a removed bot is reused.
  let number = 1;
  while (ids.has(`bot-${number}`)) number++;
  const seatHolder = {
    userId: `bot-${number}`,
    chain: 'sol',
    address: '',
    username: `Practice bot · ${skill}`,
  } as const;
  return addSeat(
    db,
    session,
    seatHolder,
    { status: 'taken', reserved_until: null, is_ready: 1, bot_skill: skill },
    nowMs,
  );
}
