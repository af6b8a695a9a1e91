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
import { findListed, putParticipant, putSession, showListed } from './listing.ts';
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
  const row = findListed(context.db, sessionId);
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
  if (!useProof(context, address, nonce, expiresAt)) return err('ERR_PROOF');
  const asked = await ask(desk, row, { type: 'join', sessionId, form });
  if (!asked.ok) return asked;
  const { session, seat } = asked.value;
  // A platform speaks for its player by its own signature, so the player needs no token here.
  const memberToken = caller.kind === 'platform' ? null : admit(context, sessionId, proven.value);
  return ok({ session, userId, memberToken, seat });
}

/** Gives a seat up. */
export async function leaveSession(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
): Answer<{ success: true }> {
  const found = findSeat(desk, caller, sessionId, userId);
  if (!found.ok) return found;
  const { row } = found.value;
  if (row.ended_at !== null) return err('ERR_SESSION_STATE');
  const asked = await ask(desk, row, { type: 'leave', sessionId, userId });
  if (!asked.ok) return asked;
  dismiss(desk.context, sessionId, userId);
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
  const found = findSeat(desk, caller, sessionId, userId);
  if (!found.ok) return found;
  const { row, isHost } = found.value;
  if (row.ended_at !== null) return err('ERR_SESSION_STATE');
  if (isHost) return note(desk, row, userId, { status });
  if (status !== 'joined' && status !== 'ready') return err('ERR_SESSION_STATE');
  const asked = await ask(desk, row, { type: 'ready', sessionId, userId, isReady: status === 'ready' });
  return asked.ok ? done : asked;
}

/** Stores a participant's score: the host's as verified, the player's own platform's as reported while the battle is played. */
export function setScore(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
  { score, position }: { readonly score: number; readonly position?: number | undefined },
): Result<{ success: true }, FailureCode> {
  if (caller.kind !== 'platform') return err('ERR_PLATFORM');
  const found = findSeat(desk, caller, sessionId, userId);
  if (!found.ok) return found;
  const { row, player, isHost } = found.value;
  if (row.status !== 'playing' && !(isHost && row.status === 'settled')) return err('ERR_SESSION_STATE');
  if (isHost) return note(desk, row, userId, { score, scoreSource: 'verified', position: position ?? player.position });
  if (player.scoreSource === 'verified') return err('ERR_SESSION_STATE');
  return note(desk, row, userId, { score, scoreSource: 'reported' });
}

/** A session's status: its host notes any; a member asks the host to start, and so does a platform for one of its players. */
export async function setSessionStatus(
  desk: SeatDesk,
  caller: Caller,
  sessionId: string,
  { status, userId }: { readonly status: SessionStatus; readonly userId?: string | undefined },
): Answer<{ success: true }> {
  const row = findListed(desk.context.db, sessionId);
  if (row === undefined) return err('ERR_SESSION_UNKNOWN');
  if (caller.kind === 'anonymous') return err('ERR_PLATFORM');
  if (caller.kind === 'platform' && caller.platform === row.platform) {
    if (status === 'draft') return err('ERR_SESSION_STATE');
    return list(desk, row.platform, { ...showListed(row), status }, row.revision);
  }
  if (caller.kind === 'platform' && userId === undefined) return err('ERR_PLATFORM');
  const starter = caller.kind === 'member' ? caller.member.user_id : (userId ?? '');
  const found = findSeat(desk, caller, sessionId, starter);
  if (!found.ok) return found;
  if (status !== 'starting' || row.ended_at !== null) return err('ERR_SESSION_STATE');
  const asked = await ask(desk, row, { type: 'start', sessionId, userId: starter });
  return asked.ok ? done : asked;
}

/** Lists a host's session and publishes it. A player whom the session's creator has removed loses the membership. */
export function list(
  desk: SeatDesk,
  platform: Blockchain,
  session: Session,
  revision: number,
): Result<{ success: true }, FailureCode> {
  const row = findListed(desk.context.db, session.id);
  if (row === undefined || row.platform === platform)
    for (const userId of session.removedUserIds) dismiss(desk.context, session.id, userId);
  return told(desk, platform, putSession(desk.context, platform, session, revision));
}

function note(
  desk: SeatDesk,
  row: ListedRow,
  userId: string,
  change: Partial<Participant>,
): Result<{ success: true }, FailureCode> {
  return told(desk, row.platform, putParticipant(desk.context, row, userId, change));
}

function told(
  { exchange }: SeatDesk,
  platform: Blockchain,
  listed: ReturnType<typeof putSession>,
): Result<{ success: true }, FailureCode> {
  if (!listed.ok) return listed;
  if (listed.value.isChanged) exchange.publishSession(platform, listed.value.session);
  return done;
}

/** Finds a seat that the caller may change: a member its own, a platform those of its players, a host any. */
function findSeat(
  { context }: SeatDesk,
  caller: Caller,
  sessionId: string,
  userId: string,
): Result<{ readonly row: ListedRow; readonly player: Participant; readonly isHost: boolean }, FailureCode> {
  const row = findListed(context.db, sessionId);
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
  const listed = list(desk, row.platform, session, revision);
  return listed.ok ? ok({ session: { ...session, isShared: true, isHostedHere: false }, seat, revision }) : listed;
}
