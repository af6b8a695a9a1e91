import { err, ok, type Result } from '@popfray/engine/result';
import { RESERVATION_MS, type FailureCode, type PayFrom, type Seated, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import {
  addIntent,
  type Aim,
  type BalancePlan,
  findOpen,
  isUsed,
  payFromBalance,
  payOnce,
  type PlannedPayment,
  planPayment,
} from '../payments/index.ts';
import { usernameOf } from '../players/index.ts';
import { refusePaidAction } from '../protection/index.ts';
import { isPaused } from '../ledger/index.ts';
import { showSeated, type MadeSession } from './create.ts';
import { keepSeat, refuseSeat } from './entry.ts';
import { makeSeatToken } from './seat-token.ts';
import { findQuickSeat } from './quick-opponents.ts';
import {
  addSeat,
  countOpenSeats,
  findSeat,
  hasUnpaidSeat,
  isRemoved,
  seatsOf,
  seatHolderOf,
  type SeatHolder,
} from './seat.ts';
import { findSession, isWaiting, publishSessionChange, showSession } from './session.ts';

/** Most open sessions in which a player has a seat. A player can play one battle at a time, and a reserved seat excludes others. */
const MAX_OPEN_SEATS = 5;

/** Takes a seat for a player of this chain, or reserves one until the fee is paid. A player who has a seat gets the same one. */
export async function joinSession(
  context: Context,
  address: string,
  sessionId: string,
  pay?: PayFrom,
): Promise<Result<Seated, FailureCode>> {
  const { db } = context;
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.fee_sun === 0) return joinFree(context, address, session);
  if (address === context.house.address) return err('ERR_HOUSE');
  if (pay?.source === 'balance') return joinFromBalance(context, { address, paymentId: pay.paymentId }, session);
  const known = await db.inTransaction(async () => claimSeat(context, address, session, null));
  if (known !== null) return finish(context, known);
  const plan = await planPayment(context, address, session.fee_sun);
  if (!plan.ok) return plan;
  const claimed = await db.inTransaction(async () => claimSeat(context, address, session, plan.value));
  context.onStep('payment.created');
  return finish(context, claimed ?? err('ERR_CHAIN'));
}

/** Reserves a seat for a player of another chain with a proof of the wallet, until the player is ready for the first time. */
export async function joinForeign(
  context: Context,
  sessionId: string,
  seatHolder: SeatHolder,
): Promise<Result<{ readonly session: Session; readonly token: string }, FailureCode>> {
  const { db, bus } = context;
  const { userId, username } = seatHolder;
  const joined = await db.inTransaction(async () => reserveForeign(context, sessionId, seatHolder));
  if (!joined.ok) return joined;
  if (joined.value.isNew) {
    bus.publish({ type: 'joined', sessionId, userId, username });
    publishSessionChange(context, sessionId);
  }
  const session = await showSession(context, joined.value.session);
  return ok({ session, token: makeSeatToken(context, sessionId, userId) });
}

/** Finds the seat of a player of another chain, or reserves one. */
async function reserveForeign(
  context: Context,
  sessionId: string,
  seatHolder: SeatHolder,
): Promise<Result<{ readonly session: SessionRow; readonly isNew: boolean }, FailureCode>> {
  const { db, now } = context;
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  // Local games are between TRON players.
  if (session.scope === 'local') return err('ERR_SESSION_CLOSED');
  if ((await findSeat(db, sessionId, seatHolder.userId)) !== undefined) return ok({ session, isNew: false });
  const refusal = await refuseForeign(context, session, seatHolder);
  if (refusal !== null) return err(refusal);
  const beginning = { status: 'reserved', reserved_until: Math.floor(now()) + RESERVATION_MS } as const;
  const seat = await addSeat(db, session, seatHolder, beginning, now());
  return seat === null ? err('ERR_SESSION_FULL') : ok({ session, isNew: true });
}

/** Why a player of another chain cannot have a seat now. */
async function refuseForeign(
  context: Context,
  session: SessionRow,
  { userId, address }: SeatHolder,
): Promise<FailureCode | null> {
  const { db, now } = context;
  if (await isRemoved(db, session.id, userId)) return 'ERR_SEAT_REMOVED';
  const refusal = await refuseMore(context, address);
  if (refusal !== null) return refusal;
  if (!isWaiting(session, now())) return 'ERR_SESSION_CLOSED';
  if ((await seatsOf(db, session.id)).length >= session.max_players) return 'ERR_SESSION_FULL';
  return (await hasUnpaidSeat(db, session)) ? null : 'ERR_SEATS_KEPT';
}

async function joinFree(context: Context, address: string, session: SessionRow): Promise<Result<Seated, FailureCode>> {
  const { db } = context;
  const joined = await db.inTransaction(async (): Promise<Result<boolean, FailureCode>> => {
    if ((await findSeat(db, session.id, address)) !== undefined) return ok(false);
    const refusal =
      (await refuseSeat(context, address, session.id)) ??
      (await refuseSecond(context, address, session)) ??
      (await refuseMore(context, address));
    if (refusal !== null) return err(refusal);
    await addSeat(
      db,
      session,
      await seatHolderOf(context, address),
      { status: 'taken', reserved_until: null },
      context.now(),
    );
    return ok(true);
  });
  if (!joined.ok) return joined;
  if (joined.value) {
    const username = await usernameOf(db, address);
    context.bus.publish({ type: 'joined', sessionId: session.id, userId: address, username });
    publishSessionChange(context, session.id);
  }
  return ok(await showSeated(context, { session, payment: null }));
}

/** Takes a seat whose fee the player's balance pays. */
async function joinFromBalance(
  context: Context,
  plan: BalancePlan,
  session: SessionRow,
): Promise<Result<Seated, FailureCode>> {
  const { db } = context;
  const { address } = plan;
  const aim: Aim = { purpose: 'entry', id: session.id };
  const paid = await payOnce(context, plan, aim, async () => {
    const seat = await findSeat(db, session.id, address);
    if (seat?.status === 'taken') return ok(null);
    const refusal =
      (await refuseSeat(context, address, session.id)) ??
      (seat === undefined
        ? ((await refuseSecond(context, address, session)) ?? (await refuseMore(context, address)))
        : null);
    return refusal === null ? payFromBalance(context, plan, aim) : err(refusal);
  });
  return paid.ok
    ? ok(await showSeated(context, { session: (await findSession(db, session.id)) ?? session, payment: paid.value }))
    : paid;
}

/** Reserves a player's seat and returns its open payment. Null when a payment has to be planned first. */
async function claimSeat(
  context: Context,
  address: string,
  session: SessionRow,
  plan: PlannedPayment | null,
): Promise<Result<MadeSession, FailureCode> | null> {
  const { db } = context;
  const aim: Aim = { purpose: 'entry', id: session.id };
  const seat = await findSeat(db, session.id, address);
  if (seat?.status === 'taken') return ok({ session, payment: null });
  const refusal =
    (await refuseSeat(context, address, session.id)) ??
    (await refusePaidAction(context, address, session.fee_sun)) ??
    (seat === undefined ? await refuseNew(context, address) : null);
  if (refusal !== null) return err(refusal);
  const isPlanned = plan !== null && !(await isUsed(db, plan));
  const payment =
    (await findOpen(context, address, aim)) ?? (isPlanned ? await addIntent(context, address, aim, plan) : null);
  if (payment === null) return null;
  const late = await keepSeat(context, payment);
  return late === null ? ok({ session, payment }) : err(late);
}

async function finish(
  context: Context,
  claimed: Result<MadeSession, FailureCode>,
): Promise<Result<Seated, FailureCode>> {
  if (!claimed.ok) return claimed;
  publishSessionChange(context, claimed.value.session.id);
  return ok(await showSeated(context, claimed.value));
}

/** Why a player cannot have a new paid seat. */
const refuseNew = async (context: Context, address: string): Promise<FailureCode | null> =>
  (await isPaused(context.db)) ? 'ERR_PAUSED' : refuseMore(context, address);

/** Why a player cannot have one more seat in any session. */
const refuseMore = async ({ db }: Context, address: string): Promise<FailureCode | null> =>
  (await countOpenSeats(db, address)) >= MAX_OPEN_SEATS ? 'ERR_SESSION_LIMIT' : null;

/** Why a player cannot have a seat in a quick battle: another tab has just taken one in a battle with the same stake. */
const refuseSecond = async ({ db }: Context, address: string, session: SessionRow): Promise<FailureCode | null> =>
  session.is_quick === 1 && (await findQuickSeat(db, address, session)) !== undefined ? 'ERR_SESSION_STATE' : null;
