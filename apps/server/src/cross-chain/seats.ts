import { err, ok, type Result } from '@popfray/engine/result';
import type {
  Blockchain,
  FailureCode,
  JoinForm,
  Participant,
  ParticipantStatus,
  Session,
  SessionStatus,
} from '@popfray/protocol';
import type { HostAnswer, HostQuestion } from '@popfray/protocol/socket';
import type { Caller } from './caller.ts';
import type { CrossChainContext } from './context.ts';
import type { ListedRow } from './directory.ts';
import type { Exchange } from './exchange.ts';
import type { Hosts } from './host.ts';
import { findListed, type Listed, putParticipant, putSession, showListed } from './listing.ts';
import { admit, dismiss, useProof } from './member.ts';
import { checkProof } from './proof.ts';

/** What seats are decided with. */
export interface SeatDesk {
  readonly context: CrossChainContext;
  readonly hosts: Hosts;
  readonly exchange: Exchange;
}

/** What joining gives: see `CROSS_CHAIN_CALLS.joinSession`. */
interface Joined {
  readonly session: Session;
  readonly userId: string;
  readonly memberToken: string | null;
  readonly seat: HostAnswer['seat'];
}

type Answer<Value> = Promise<Result<Value, FailureCode>>;
const done = ok({ success: true } as const);

/** Takes a seat for a player. The host decides, and checks the wallet's proof again. */
export async function joinSession(desk: SeatDesk, caller: Caller, sessionId: string, form: JoinForm): Answer<Joined> {
  const { context } = desk;
  const row = await findListed(context.db, sessionId);
  if (row === undefined) return err('ERR_SESSION_UNKNOWN');
  if (caller.kind === 'member') return err('ERR_PLATFORM');
  if (form.blockchain === row.platform) return err('ERR_SESSION_HERE');
  if (row.ended_at !== null) return err('ERR_SESSION_CLOSED');

  if (caller.kind === 'platform' && form.blockchain !== caller.platform) return err('ERR_PLATFORM');
  if (caller.kind === 'platform' && form.proof === undefined) {
    const asked = await ask(desk, row, { type: 'join', sessionId, form });
    return asked.ok ? ok({ session: asked.value.session, userId: form.userId, memberToken: null, seat: null }) : asked;
  }
  const proven = checkProof(sessionId, form, context.now());
  if (!proven.ok) return proven;
  const { userId, address } = proven.value;
  const { nonce = '', expiresAt = 0 } = form.proof ?? {};
  if (!(await useProof(context, address, nonce, expiresAt))) return err('ERR_PROOF');
  const asked = await ask(desk, row, { type: 'join', sessionId, form });
  if (!asked.ok) return asked;
  const { session, seat } = asked.value;
  // A platform speaks for its player by its own signature, so the player needs no token here.
  if (caller.kind === 'platform') return ok({ session, userId, memberToken: null, seat });
  const memberToken = await context.db.inTransaction(async () => {
    const listed = await findListed(context.db, sessionId);
    // The session's creator may have removed the player since the host has answered.
    const isRemoved = listed === undefined || showListed(listed).removedUserIds.includes(userId);
    return isRemoved ? null : admit(context, sessionId, proven.value);
  });
  return memberToken === null ? err('ERR_SEAT_REMOVED') : ok({ session, userId, memberToken, seat });
}

/** Gives a seat up. */
export async function leaveSession(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
): Answer<{ success: true }> {
  const found = await findSeat(desk, caller, sessionId, userId);
  if (!found.ok) return found;
  const { row, player } = found.value;
  if (row.ended_at !== null) return err('ERR_SESSION_STATE');
  const asked = await ask(desk, row, { type: 'leave', sessionId, userId });
  // A guest without a seat has left it: the host's first answer was lost. The host registers the session without the seat.
  const isGone = !asked.ok && asked.error === 'ERR_SEAT_UNKNOWN' && player.blockchain !== row.platform;
  if (!asked.ok && !isGone) return asked;
  await dismiss(desk.context, sessionId, userId);
  return done;
}

/** A participant's status: a host notes any, everybody else asks for `joined` or `ready`. */
export async function setStatus(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
  status: ParticipantStatus,
): Answer<{ success: true }> {
  const noted = await desk.context.db.inTransaction(async (): Promise<Result<Noted, FailureCode>> => {
    const found = await findSeat(desk, caller, sessionId, userId);
    if (!found.ok) return found;
    const { row, isHost } = found.value;
    if (row.ended_at !== null) return err('ERR_SESSION_STATE');
    if (isHost) return note(desk, row, userId, { status });
    return status === 'joined' || status === 'ready' ? ok({ row, listed: null }) : err('ERR_SESSION_STATE');
  });
  if (!noted.ok) return noted;
  const { row, listed } = noted.value;
  if (listed !== null) return publish(desk, row.platform, listed);
  const asked = await ask(desk, row, { type: 'ready', sessionId, userId, isReady: status === 'ready' });
  return asked.ok ? done : asked;
}

/** Stores a participant's score: the host's as verified, the player's own platform's as reported while the battle is played. */
export async function setScore(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
  { score, position }: { readonly score: number; readonly position?: number | undefined },
): Promise<Result<{ success: true }, FailureCode>> {
  if (caller.kind !== 'platform') return err('ERR_PLATFORM');
  const noted = await desk.context.db.inTransaction(async (): Promise<Result<Noted, FailureCode>> => {
    const found = await findSeat(desk, caller, sessionId, userId);
    if (!found.ok) return found;
    const { row, player, isHost } = found.value;
    if (row.status !== 'playing' && !(isHost && row.status === 'settled')) return err('ERR_SESSION_STATE');
    if (isHost)
      return note(desk, row, userId, { score, scoreSource: 'verified', position: position ?? player.position });
    if (player.scoreSource === 'verified') return err('ERR_SESSION_STATE');
    return note(desk, row, userId, { score, scoreSource: 'reported' });
  });
  if (!noted.ok) return noted;
  const { row, listed } = noted.value;
  return listed === null ? done : publish(desk, row.platform, listed);
}

/** A session's status: its host notes any; a member asks the host to start, and so does a platform for one of its players. */
export async function setSessionStatus(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  { status, userId }: { readonly status: SessionStatus; readonly userId?: string | undefined },
): Answer<{ success: true }> {
  const { db } = desk.context;
  const starter = caller.kind === 'member' ? caller.member.user_id : (userId ?? '');
  const noted = await db.inTransaction(async (): Promise<Result<Noted, FailureCode>> => {
    const row = await findListed(db, sessionId);
    if (row === undefined) return err('ERR_SESSION_UNKNOWN');
    if (caller.kind === 'anonymous') return err('ERR_PLATFORM');
    if (caller.kind === 'platform' && caller.platform === row.platform) {
      if (status === 'draft') return err('ERR_SESSION_STATE');
      const listed = await putSession(desk.context, row.platform, { ...showListed(row), status }, row.revision);
      return listed.ok ? ok({ row, listed: listed.value }) : listed;
    }
    if (caller.kind === 'platform' && userId === undefined) return err('ERR_PLATFORM');
    const found = await findSeat(desk, caller, sessionId, starter);
    if (!found.ok) return found;
    return status === 'starting' && row.ended_at === null ? ok({ row, listed: null }) : err('ERR_SESSION_STATE');
  });
  if (!noted.ok) return noted;
  const { row, listed } = noted.value;
  if (listed !== null) return publish(desk, row.platform, listed);
  const asked = await ask(desk, row, { type: 'start', sessionId, userId: starter });
  return asked.ok ? done : asked;
}

/** Lists a host's session and publishes it. A player whom the session's creator has removed loses the membership. */
export async function list(
  desk: SeatDesk,
  platform: Blockchain,
  session: Session,
  revision: number,
): Answer<{ success: true }> {
  const { context } = desk;
  const listed = await context.db.inTransaction(async () => {
    const row = await findListed(context.db, session.id);
    if (row === undefined || row.platform === platform)
      for (const userId of session.removedUserIds) await dismiss(context, session.id, userId);
    return putSession(context, platform, session, revision);
  });
  return listed.ok ? publish(desk, platform, listed.value) : listed;
}

/** A session about which a call is made, and how it is listed after the call; null when its host has to be asked first. */
interface Noted {
  readonly row: ListedRow;
  readonly listed: Listed | null;
}

/** Changes a participant of a listed session, within the caller's transaction. */
async function note(
  { context }: SeatDesk,
  row: ListedRow,
  userId: string,
  change: Partial<Participant>,
): Promise<Result<Noted, FailureCode>> {
  const listed = await putParticipant(context, row, userId, change);
  return listed.ok ? ok({ row, listed: listed.value }) : listed;
}

/** Publishes a listed session, after the commit, if it has changed. */
async function publish(
  { exchange }: SeatDesk,
  platform: Blockchain,
  { session, isChanged }: Listed,
): Answer<{ success: true }> {
  if (isChanged) await exchange.publishSession(platform, session);
  return done;
}

/** Finds a seat that the caller may change: a member its own, a platform those of its players, a host any. */
async function findSeat(
  { context }: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
): Promise<Result<{ readonly row: ListedRow; readonly player: Participant; readonly isHost: boolean }, FailureCode>> {
  const row = await findListed(context.db, sessionId);
  if (row === undefined) return err('ERR_SESSION_UNKNOWN');
  if (caller.kind === 'anonymous') return err('ERR_PLATFORM');
  if (caller.kind === 'member' && (caller.member.session_id !== sessionId || caller.member.user_id !== userId))
    return err('ERR_SEAT_UNKNOWN');
  const player = showListed(row).participants.find((participant) => participant.userId === userId);
  if (player === undefined) return err('ERR_SEAT_UNKNOWN');
  const isHost = caller.kind === 'platform' && caller.platform === row.platform;
  if (caller.kind === 'platform' && !isHost && caller.platform !== player.blockchain) return err('ERR_PLATFORM');
  return ok({ row, player, isHost });
}

/** Asks a session's host, and lists the session as the answer has it. */
async function ask(desk: SeatDesk, row: ListedRow, question: HostQuestion): Answer<HostAnswer> {
  const asked = await desk.hosts.ask(row.platform, question);
  if (!asked.ok) return asked;
  const { session, seat, revision } = asked.value;
  if (session.id !== row.id || session.hostBlockchain !== row.platform) return err('ERR_HOST_AWAY');
  const listed = await list(desk, row.platform, session, revision);
  return listed.ok ? ok({ session: { ...session, isShared: true, isHostedHere: false }, seat, revision }) : listed;
}
