import { err, ok, type Result } from '@popfray/engine/result';
import {
  CHAT_HISTORY,
  CROSS_CHAIN_CALLS,
  type ChatMessage,
  type ChatSent,
  type FailureCode,
  type Seat,
  type Seated,
  type SeatProof,
  type Session,
} from '@popfray/protocol';
import { isPartnerOrigin } from '../platform/http/index.ts';
import { type ChatPlan, findMute, parseChatText, welcomeTo } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { checkProof } from '../cross-chain/index.ts';
import type { ForeignSeatRow } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';
import { addForeignSeat, findForeignSeat, noteForeignSession, removeForeignSeat } from './foreign-seat.ts';
import { findForeign } from './foreign.ts';

/*
 * What this platform's players do in sessions that another platform hosts: by the cross-chain server, which asks the host. The host alone
 * decides about seats. It is believed nothing that costs its players something: only free sessions are joined, on servers that the operator
 * has named, on the terms that were listed.
 */

type Answer<Value> = Promise<Result<Value, FailureCode>>;

/** What a host may refuse a join with; every other refusal means that it did not answer as it should. */
const JOIN_REFUSALS: ReadonlySet<FailureCode> = new Set([
  'ERR_PROOF',
  'ERR_SESSION_UNKNOWN',
  'ERR_SESSION_CLOSED',
  'ERR_SESSION_FULL',
  'ERR_SESSION_LIMIT',
  'ERR_SEAT_REMOVED',
  'ERR_RATE',
]);

/** What a host may refuse a player with who has a seat. */
const SEAT_REFUSALS: ReadonlySet<FailureCode> = new Set([
  'ERR_SEAT_UNKNOWN',
  'ERR_SESSION_UNKNOWN',
  'ERR_SESSION_STATE',
  'ERR_NOT_READY',
  'ERR_RATE',
]);

/** Takes a seat for a signed-in player whose wallet has signed for it. */
export async function joinForeignSession(
  context: Context,
  address: string,
  session: Session,
  proof: SeatProof | undefined,
): Answer<Seated> {
  const { crossChain, db } = context;
  const refusal = refuseHost(context, session);
  if (refusal !== null) return err(refusal);
  const username = await usernameOf(db, address);
  const form = { userId: address, username, walletAddress: address, blockchain: context.blockchain, proof };
  if (!checkProof(session.id, form, context.now()).ok) return err('ERR_PROOF');
  const joined = await crossChain.call(CROSS_CHAIN_CALLS.joinSession, { params: { id: session.id }, body: form });
  if (!joined.ok) return err(JOIN_REFUSALS.has(joined.error) ? joined.error : 'ERR_HOST_AWAY');
  const { seat, session: answered } = joined.value;
  if (seat === null || !isAsListed(session, answered, address) || !isOfHost(seat.socketUrl, session)) {
    // The player did not agree to these terms, so the seat is given up. If the request fails, the host frees the seat after two minutes.
    await crossChain.call(CROSS_CHAIN_CALLS.leaveSession, { params: { id: session.id, userId: address } });
    return err('ERR_HOST_TERMS');
  }
  const known: Session = { ...answered, isHostedHere: false, allowsBots: false };
  await addForeignSeat(db, {
    session_id: session.id,
    address,
    socket_url: seat.socketUrl,
    token: seat.token,
    session: JSON.stringify(known),
    joined_at: Math.floor(context.now()),
  });
  context.bus.publish({ type: 'foreign', session: known });
  return ok({ success: true, session: known, payment: null });
}

/** The seat that a player has in a session of another platform, with what the player's page needs to play there. */
export async function showForeignSeat(
  { db }: Context,
  session: Session,
  address: string,
): Promise<Result<Seat, FailureCode>> {
  const seat = await findForeignSeat(db, session.id, address);
  const player = session.participants.find(({ userId }) => userId === address);
  if (seat === undefined || player === undefined) return err('ERR_SEAT_UNKNOWN');
  const { userId, place, status } = player;
  return ok({ userId, place, status, token: seat.token, socketUrl: seat.socket_url, payment: null });
}

/** Says whether a player is ready. */
export const setForeignReady = (context: Context, session: Session, address: string, isReady: boolean) =>
  withSeat(context, session, address, () =>
    context.crossChain.call(CROSS_CHAIN_CALLS.setParticipantStatus, {
      params: { id: session.id, userId: address },
      body: { status: isReady ? 'ready' : 'joined' },
    }),
  );

/** Asks the host to start. */
export const startForeign = (context: Context, session: Session, address: string) =>
  withSeat(context, session, address, () =>
    context.crossChain.call(CROSS_CHAIN_CALLS.setSessionStatus, {
      params: { id: session.id },
      body: { status: 'starting', userId: address },
    }),
  );

/** Gives a player's seat up. */
export const leaveForeign = (context: Context, session: Session, address: string) =>
  withSeat(context, session, address, async () => {
    const left = await context.crossChain.call(CROSS_CHAIN_CALLS.leaveSession, {
      params: { id: session.id, userId: address },
    });
    if (left.ok) await removeForeignSeat(context.db, session.id, address);
    return left;
  });

/** The chat of a session of another platform, as the cross-chain server has it, with a welcome before the first message. */
export async function getForeignChat({ crossChain }: Context, session: Session): Answer<ChatMessage[]> {
  const chat = await crossChain.call(CROSS_CHAIN_CALLS.getChat, { params: { id: session.id } });
  if (chat.ok && chat.value.length < CHAT_HISTORY)
    return ok([welcomeTo({ id: session.id, created_at: session.createdAt }), ...chat.value]);
  return chat.ok ? chat : err(chat.error === 'ERR_SESSION_UNKNOWN' ? chat.error : 'ERR_HOST_AWAY');
}

/** What a post may be refused with. */
const CHAT_REFUSALS: ReadonlySet<FailureCode> = new Set([
  'ERR_SEAT_UNKNOWN',
  'ERR_SESSION_UNKNOWN',
  'ERR_CHAT_EMPTY',
  'ERR_CHAT_LONG',
  'ERR_CHAT_FLOOD',
  'ERR_RATE',
]);

/** Posts a message of a player in the chat of a session of another platform. */
export async function postForeignChat(
  context: Context,
  session: Session,
  address: string,
  { id, message, walletAddress }: ChatPlan,
): Answer<ChatSent> {
  const { bus, crossChain, db } = context;
  if (walletAddress !== undefined && walletAddress !== address) return err('ERR_ADDRESS_OTHER');
  if ((await findForeignSeat(db, session.id, address)) === undefined) return err('ERR_SEAT_UNKNOWN');
  if ((await findMute(db, address, context.now())) !== null) return err('ERR_CHAT_MUTED');
  const text = parseChatText(message);
  if (!text.ok) return text;
  const sent = await crossChain.call(CROSS_CHAIN_CALLS.postChat, {
    params: { id: session.id },
    body: {
      id,
      userId: address,
      username: await usernameOf(db, address),
      walletAddress: address,
      blockchain: context.blockchain,
      message: text.value,
    },
  });
  if (!sent.ok) return err(CHAT_REFUSALS.has(sent.error) ? sent.error : 'ERR_HOST_AWAY');
  bus.publish({ type: 'chat', message: sent.value.message });
  return sent;
}

/** Asks the host for something about a player's seat, and returns the session as it is after that. */
async function withSeat(
  context: Context,
  session: Session,
  address: string,
  ask: () => Promise<Result<unknown, FailureCode>>,
): Answer<Session> {
  const { bus, crossChain, db } = context;
  const seat: ForeignSeatRow | undefined = await findForeignSeat(db, session.id, address);
  if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
  const asked = await ask();
  if (!asked.ok) return err(SEAT_REFUSALS.has(asked.error) ? asked.error : 'ERR_HOST_AWAY');
  const answered = await crossChain.call(CROSS_CHAIN_CALLS.getSession, { params: { id: session.id } });
  if (!answered.ok) return ok((await findForeign(context, session.id)) ?? session);
  const known: Session = { ...answered.value, isHostedHere: false, allowsBots: false };
  await noteForeignSession(db, known);
  bus.publish({ type: 'foreign', session: known });
  return ok(known);
}

/** Why a session of another platform cannot be joined from here; null when it can. */
function refuseHost({ settings }: Context, session: Session): FailureCode | null {
  if (session.entryFeeType !== 'none' || session.entryFeeSun > 0) return 'ERR_HOST_FEE';
  const host = originOf(session.hostUrl ?? '');
  return host !== null && isPartnerOrigin(host, settings) ? null : 'ERR_HOST_UNKNOWN';
}

/** Whether a host has seated a player on the terms that it has listed. */
function isAsListed(listed: Session, answered: Session, address: string): boolean {
  const termsOf = (session: Session): string =>
    JSON.stringify([
      session.id,
      session.hostBlockchain,
      session.hostUrl,
      session.gameMode,
      session.entryFeeType,
      session.entryFeeSun,
      session.prizePoolSun,
      session.maxPlayers,
      session.revenueDistribution,
    ]);
  const isSeated = answered.participants.some(
    ({ userId, blockchain }) => userId === address && blockchain !== listed.hostBlockchain,
  );
  return isSeated && termsOf(listed) === termsOf(answered);
}

/** Whether a socket is one of the server that a session's host has named. */
function isOfHost(socketUrl: string, { hostUrl = '' }: Session): boolean {
  const host = originOf(hostUrl);
  return /^wss?:/.test(socketUrl) && host !== null && originOf(socketUrl.replace(/^ws/, 'http')) === host;
}

/** The origin of an http address; null for any other text. */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}
