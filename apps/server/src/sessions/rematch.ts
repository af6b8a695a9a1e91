import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, PayFrom, Seated } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';
import { makeSession, showSeated } from './create.ts';
import { publishRematch } from './entry.ts';
import { joinSession } from './join.ts';
import { findSeat, seatsOf } from './seat.ts';
import { allowsBots, findRematch, findSession } from './session.ts';
import { findSoloRound } from './solo-round.ts';

/**
 * Creates a new session with the terms and the bots of one that has ended. The first player who asks creates it; the others join it. Until the
 * creator has paid, the others see it but cannot join.
 */
export async function rematch(
  context: Context,
  address: string,
  sessionId: string,
  pay?: PayFrom,
  network: string | null = null,
): Promise<Result<Seated, FailureCode>> {
  const { db } = context;
  const last = await findSession(db, sessionId);
  if (last === undefined) return err('ERR_SESSION_UNKNOWN');
  if ((await findSeat(db, sessionId, address))?.status !== 'taken') return err('ERR_SEAT_UNKNOWN');
  if (last.ended_at === null || (await findSoloRound(db, sessionId)) !== undefined) return err('ERR_SESSION_STATE');
  const known = await findRematch(db, sessionId);
  if (known !== undefined) return enter(context, address, known, pay);
  const seats = allowsBots(context, last) ? await seatsOf(db, sessionId) : [];
  const bots = seats.flatMap(({ bot_skill: skill }) => skill ?? []);
  const made = await makeSession(
    context,
    address,
    { ...last, is_quick: 0, rematch_of: last.id },
    { pay, network, bots },
  );
  if (made.ok) {
    const { session } = made.value;
    // The players are notified of a paid one when its creator has paid.
    if (session.fee_sun === 0) publishRematch(context, session, await usernameOf(db, address));
    return ok(await showSeated(context, made.value));
  }
  const quicker = await findRematch(db, sessionId);
  return quicker === undefined ? made : enter(context, address, quicker, pay);
}

async function enter(
  context: Context,
  address: string,
  next: SessionRow,
  pay: PayFrom | undefined,
): Promise<Result<Seated, FailureCode>> {
  if (next.status === 'draft' && next.creator_address !== address)
    return ok(await showSeated(context, { session: next, payment: null }));
  return joinSession(context, address, next.id, pay);
}
