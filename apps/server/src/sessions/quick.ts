import { err, ok, type Result } from '@popfray/engine/result';
import {
  newRevenue,
  QUICK_BOT_MS,
  QUICK_LEFT_MS,
  MIN_PLAYERS,
  QUICK_TIME_LIMIT_S,
  type FailureCode,
  type QuickPlan,
  type Seated,
} from '@popfray/protocol';
import { findPayment } from '../payments/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow, SessionRow } from '../platform/database/index.ts';
import { addBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { makeSession, showSeated, type SessionTerms } from './create.ts';
import { joinSession } from './join.ts';
import { attempt } from './lapse.ts';
import { leaveSession } from './leave.ts';
import { findQuickOpponents, findQuickSeat, waitingQuick, type QuickTerms } from './quick-opponents.ts';
import { isReady, seatsOf } from './seat.ts';
import { findSession } from './session.ts';
import { startSession } from './start.ts';

/** How often a request that finds every seat taken tries again. */
const MAX_ATTEMPTS = 5;

/** Another player has taken the seat, the session has just ended, or the player has a seat by another request. It is tried again. */
const TAKEN: ReadonlySet<FailureCode> = new Set([
  'ERR_SESSION_CLOSED',
  'ERR_SESSION_FULL',
  'ERR_SESSION_STATE',
  'ERR_SESSION_UNKNOWN',
  'ERR_SEAT_REMOVED',
]);

/** Most sessions that one turn of the task looks at. */
const TURN = 100;

/**
 * Gives a player a seat in a quick battle: with a player who waits, or in a new session in which the player waits. A player who already waits gets the same
 * seat. A fee is paid from the balance, so that no player waits for the chain.
 */
export async function joinQuickBattle(
  context: Context,
  address: string,
  { entryFeeSun, paymentId, policyVersion }: QuickPlan,
  network: string,
): Promise<Result<Seated, FailureCode>> {
  const { db, settings } = context;
  const { policy, version } = newRevenue('winner-takes-all', settings.otherChainPrizeTo);
  if (entryFeeSun > 0 && paymentId === undefined) return err('ERR_PAYMENT_ID');
  // The operator has changed the terms since the player read them.
  if (entryFeeSun > 0 && (policyVersion ?? version) !== version) return err('ERR_SESSION_TERMS');
  const agreed: QuickTerms = { fee_sun: entryFeeSun, policy, policy_version: version };
  const pay = paymentId === undefined || entryFeeSun === 0 ? undefined : ({ source: 'balance', paymentId } as const);
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const own =
      (await findQuickSeat(db, address, agreed)) ??
      (pay === undefined ? undefined : await findPaid(context, address, pay.paymentId));
    if (own !== undefined) return ok(await showSeated(context, { session: own, payment: null }));
    for (const { id } of await findQuickOpponents(context, address, agreed)) {
      const joined = await joinSession(context, address, id, pay);
      if (joined.ok || !TAKEN.has(joined.error)) return joined;
    }
    const made = await makeSession(context, address, termsOf(agreed), { pay, network });
    if (made.ok) return ok(await showSeated(context, made.value));
    if (made.error !== 'ERR_SESSION_STATE') return made;
  }
  return err('ERR_SESSION_STATE');
}

const termsOf = (agreed: QuickTerms): SessionTerms => ({
  ...agreed,
  scope: 'local',
  name: 'Quick battle',
  game_mode: 'cross-chain-battle',
  max_players: MIN_PLAYERS,
  time_limit_s: QUICK_TIME_LIMIT_S,
  rematch_of: null,
  is_quick: 1,
});

/** The quick battle of a seat that the player's balance has paid with this id, such as in a request whose answer was lost. */
async function findPaid(context: Context, address: string, paymentId: string): Promise<SessionRow | undefined> {
  const payment = await findPayment(context.db, paymentId);
  const isOwn = payment?.address === address && payment.source === 'balance' && payment.session_id !== null;
  const session = isOwn ? await findSession(context.db, payment.session_id) : undefined;
  return session?.is_quick === 1 ? session : undefined;
}

/**
 * Creates the worker's task on waiting quick battles. A player who has been without a socket for `QUICK_LEFT_MS` loses the seat and is refunded. Two
 * players who are ready play. A player of a free battle who has waited for `QUICK_BOT_MS` plays against a practice bot. It may be skipped, repeated or interrupted.
 */
export function createQuickBattleTask(context: Context): () => Promise<void> {
  /** Since when players have had no socket, by session and player, epoch ms. */
  const absentSince = new Map<string, number>();
  return async () => {
    const nowMs = context.now();
    const sessions = await waitingQuick(context.db).orderBy('created_at').limit(TURN).execute();
    const absent = new Set<string>();
    for (const session of sessions)
      await attempt(context, session.id, async () => {
        const seats = await seatsOf(context.db, session.id);
        for (const seat of seats.filter((one) => isAway(context, one))) {
          const name = `${session.id} ${seat.user_id}`;
          absent.add(name);
          const sinceMs = absentSince.get(name) ?? nowMs;
          absentSince.set(name, sinceMs);
          if (nowMs - sinceMs >= QUICK_LEFT_MS) return leaveFor(context, session, seat);
        }
        if (seats.length === session.max_players && seats.every(isReady)) await startReady(context, session);
        else if (session.created_at <= nowMs - QUICK_BOT_MS) await addOpponent(context, session, seats);
      });
    for (const name of absentSince.keys()) if (!absent.has(name)) absentSince.delete(name);
  };
}

const isAway = ({ presence }: Context, { bot_skill, address }: SeatRow): boolean =>
  bot_skill === null && !presence.isVisiting(address);

/** Gives up the seat of a player who has disconnected. */
async function leaveFor(context: Context, session: SessionRow, seat: SeatRow): Promise<void> {
  const isCreator = seat.user_id === session.creator_address;
  await (isCreator
    ? cancelSession(context, session.id, seat.user_id)
    : leaveSession(context, session.id, seat.user_id));
}

/** Starts a battle whose players are ready. The call that made the last one ready has failed to, for example because its process has ended. */
async function startReady(context: Context, session: SessionRow): Promise<void> {
  await startSession(context, session.id, session.creator_address);
}

/** Adds a practice bot for a player who waits alone in a free battle, and starts it if the player is ready. */
async function addOpponent(context: Context, session: SessionRow, seats: readonly SeatRow[]): Promise<void> {
  const [first, second] = seats;
  if (session.fee_sun > 0 || first === undefined || isAway(context, first)) return;
  if (second === undefined) {
    const added = await addBot(context, session.id, session.creator_address, 'novice');
    if (!added.ok) return;
  } else if (second.bot_skill === null) return;
  if (first.is_ready === 1) await startSession(context, session.id, session.creator_address);
}
