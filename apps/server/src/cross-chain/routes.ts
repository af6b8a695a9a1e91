import { err, ok, type Result } from '@popfray/engine/result';
import { CROSS_CHAIN_CALLS, type Call, type ChatSent, type FailureCode } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Asked, type Gate } from '../platform/http/index.ts';
import type { Caller, CallerDesk } from './caller.ts';
import { countFree, findListed, listSessions, showListed } from './listing.ts';
import { readRegistration } from './registration.ts';
import { forgetMessage, relayedChat, type Relay, type Author } from './relay.ts';
import { joinSession, leaveSession, list, setScore, setSessionStatus, setStatus, type SeatDesk } from './seats.ts';

/** Most open free sessions of one user. */
const MAX_FREE = 3;

/** What the calls are answered with. */
export interface CrossChainDesk extends SeatDesk {
  readonly callers: CallerDesk;
  readonly relay: Relay;
}

/** Adds every call of the cross-chain server. Anybody may read; a caller that writes identifies itself in the Authorization header. */
export function addCrossChain(app: Hono, gate: Gate, desk: CrossChainDesk): void {
  const { context, callers } = desk;
  const { db } = context;
  const findCaller = ({ call, text }: Asked<Call>): Caller | null => callers.findOf(call, text);

  answer(app, gate, CROSS_CHAIN_CALLS.listSessions, () => ok(listSessions(context)));
  answer(app, gate, CROSS_CHAIN_CALLS.registerSession, (asked) => {
    const caller = findCaller(asked);
    if (caller?.kind !== 'platform') return err('ERR_PLATFORM');
    const { platform } = caller;
    const known = findListed(db, asked.body.sessionId);
    // Without the session itself there is nothing new in the same form.
    if (known?.platform === platform && asked.body.session === undefined) return ok(showListed(known));
    const read = readRegistration(platform, asked.body, Math.floor(context.now()));
    if (!read.ok) return read;
    const listed = list(desk, platform, read.value, asked.body.revision);
    const row = findListed(db, read.value.id);
    return listed.ok && row !== undefined ? ok(showListed(row)) : err(listed.ok ? 'ERR_SESSION_UNKNOWN' : listed.error);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getSession, ({ param }) => {
    const row = findListed(db, param('id'));
    return row === undefined ? err('ERR_SESSION_UNKNOWN') : ok(showListed(row));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.joinSession, async (asked) => {
    const caller = findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : joinSession(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setParticipantStatus, async (asked) => {
    const caller = findCaller(asked);
    if (caller === null) return err('ERR_PLATFORM');
    return setStatus(desk, caller, asked.param('id'), asked.param('userId'), asked.body.status);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setParticipantScore, (asked) => {
    const caller = findCaller(asked);
    if (caller === null) return err('ERR_PLATFORM');
    return setScore(desk, caller, asked.param('id'), asked.param('userId'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setSessionStatus, async (asked) => {
    const caller = findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : setSessionStatus(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getRateLimit, ({ param }) =>
    ok({ canCreate: countFree(context, param('userId')) < MAX_FREE }),
  );
  answer(app, gate, CROSS_CHAIN_CALLS.leaveSession, async (asked) => {
    const caller = findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : leaveSession(desk, caller, asked.param('id'), asked.param('userId'));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getChat, ({ param }) =>
    findListed(db, param('id')) === undefined ? err('ERR_SESSION_UNKNOWN') : ok(relayedChat(db, param('id'))),
  );
  answer(app, gate, CROSS_CHAIN_CALLS.postChat, (asked) => {
    const caller = findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : say(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.removeChat, (asked) => {
    const caller = findCaller(asked);
    const row = findListed(db, asked.param('id'));
    if (caller?.kind !== 'platform') return err('ERR_PLATFORM');
    if (row === undefined) return err('ERR_SESSION_UNKNOWN');
    if (row.platform !== caller.platform) return err('ERR_PLATFORM');
    const messageId = asked.param('messageId');
    if (!forgetMessage(db, row.id, messageId)) return err('ERR_CHAT_UNKNOWN');
    desk.exchange.publishRemoval(caller.platform, row.id, messageId);
    return ok({ success: true });
  });
}

/** Takes a message of a member, or of a platform's player, and passes it on. */
function say(
  { context, relay, exchange }: CrossChainDesk,
  caller: Caller,
  sessionId: string,
  form: Asked<typeof CROSS_CHAIN_CALLS.postChat>['body'],
): Result<ChatSent, FailureCode> {
  const row = findListed(context.db, sessionId);
  if (row === undefined) return err('ERR_SESSION_UNKNOWN');
  if (caller.kind === 'anonymous') return err('ERR_PLATFORM');
  const { participants, hostUserId } = showListed(row);
  const author = caller.kind === 'member' ? caller.member : authorOf(form);
  if (author === null) return err('ERR_BODY');
  const isHost = caller.kind === 'platform' && caller.platform === row.platform;
  // A platform has its own players speak, and no others.
  if (caller.kind === 'platform' && author.chain !== caller.platform) return err('ERR_PLATFORM');
  if (caller.kind === 'member' && caller.member.session_id !== sessionId) return err('ERR_SEAT_UNKNOWN');
  const hasSeat = participants.some(({ userId }) => userId === author.user_id) || hostUserId === author.user_id;
  if (!isHost && !hasSeat) return err('ERR_SEAT_UNKNOWN');
  const { user_id, username, address, chain } = author;
  const said = relay({
    sessionId,
    id: form.id,
    text: form.message,
    author: { user_id, username, address, chain },
    isCounted: caller.kind === 'member',
  });
  if (!said.ok) return said;
  const { message, isNew } = said.value;
  if (isNew) exchange.publishChat(caller.kind === 'platform' ? caller.platform : null, message);
  return ok({ message, delivery: 'cross-chain' });
}

/** Who a platform says that is speaking; null when it does not say so. */
function authorOf(form: Asked<typeof CROSS_CHAIN_CALLS.postChat>['body']): Author | null {
  const { userId, username, walletAddress, blockchain } = form;
  if (typeof userId !== 'string' || username === undefined || walletAddress === undefined || blockchain === undefined)
    return null;
  return { user_id: userId, username, address: walletAddress, chain: blockchain };
}
