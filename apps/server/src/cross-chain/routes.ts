import { err, ok, type Result } from '@popfray/engine/result';
import { CROSS_CHAIN_CALLS, type Call, type ChatSent, type FailureCode } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Asked, type Gate } from '../platform/http/index.ts';
import type { Caller, CallerDesk } from './caller.ts';
import { countFree, findListed, listSessions, showListed } from './listing.ts';
import { readRegistration } from './registration.ts';
import { type Author, forgetMessage, type PostedMessage, relayedChat, type Relay } from './relay.ts';
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
  const findCaller = async ({ call, text }: Asked<Call>): Promise<Caller | null> => callers.findOf(call, text);

  answer(app, gate, CROSS_CHAIN_CALLS.listSessions, async () => ok(await listSessions(context)));
  answer(app, gate, CROSS_CHAIN_CALLS.registerSession, async (asked) => {
    const caller = await findCaller(asked);
    if (caller?.kind !== 'platform') return err('ERR_PLATFORM');
    const { platform } = caller;
    const known = await findListed(db, asked.body.sessionId);
    // Without the session itself there is nothing new in the same form.
    if (known?.platform === platform && asked.body.session === undefined) return ok(showListed(known));
    const read = readRegistration(platform, asked.body, Math.floor(context.now()));
    if (!read.ok) return read;
    const listed = await list(desk, platform, read.value, asked.body.revision);
    const row = await findListed(db, read.value.id);
    return listed.ok && row !== undefined ? ok(showListed(row)) : err(listed.ok ? 'ERR_SESSION_UNKNOWN' : listed.error);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getSession, async ({ param }) => {
    const row = await findListed(db, param('id'));
    return row === undefined ? err('ERR_SESSION_UNKNOWN') : ok(showListed(row));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.joinSession, async (asked) => {
    const caller = await findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : joinSession(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setParticipantStatus, async (asked) => {
    const caller = await findCaller(asked);
    if (caller === null) return err('ERR_PLATFORM');
    return setStatus(desk, caller, asked.param('id'), asked.param('userId'), asked.body.status);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setParticipantScore, async (asked) => {
    const caller = await findCaller(asked);
    if (caller === null) return err('ERR_PLATFORM');
    return setScore(desk, caller, asked.param('id'), asked.param('userId'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.setSessionStatus, async (asked) => {
    const caller = await findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : setSessionStatus(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getRateLimit, async ({ param }) =>
    ok({ canCreate: (await countFree(context, param('userId'))) < MAX_FREE }),
  );
  answer(app, gate, CROSS_CHAIN_CALLS.leaveSession, async (asked) => {
    const caller = await findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : leaveSession(desk, caller, asked.param('id'), asked.param('userId'));
  });
  answer(app, gate, CROSS_CHAIN_CALLS.getChat, async ({ param }) =>
    (await findListed(db, param('id'))) === undefined
      ? err('ERR_SESSION_UNKNOWN')
      : ok(await relayedChat(db, param('id'))),
  );
  answer(app, gate, CROSS_CHAIN_CALLS.postChat, async (asked) => {
    const caller = await findCaller(asked);
    return caller === null ? err('ERR_PLATFORM') : postMessage(desk, caller, asked.param('id'), asked.body);
  });
  answer(app, gate, CROSS_CHAIN_CALLS.removeChat, async (asked) => {
    const caller = await findCaller(asked);
    const row = await findListed(db, asked.param('id'));
    if (caller?.kind !== 'platform') return err('ERR_PLATFORM');
    if (row === undefined) return err('ERR_SESSION_UNKNOWN');
    if (row.platform !== caller.platform) return err('ERR_PLATFORM');
    const messageId = asked.param('messageId');
    if (!(await forgetMessage(db, row.id, messageId))) return err('ERR_CHAT_UNKNOWN');
    await desk.exchange.publishRemoval(caller.platform, row.id, messageId);
    return ok({ success: true });
  });
}

/** Takes a message of a member, or of a platform's player, and passes it on. */
async function postMessage(
  desk: CrossChainDesk,
  caller: Caller,
  sessionId: string,
  form: Asked<typeof CROSS_CHAIN_CALLS.postChat>['body'],
): Promise<Result<ChatSent, FailureCode>> {
  const posted = await desk.context.db.inTransaction(async () => relayMessage(desk, caller, sessionId, form));
  if (!posted.ok) return posted;
  const { message, isNew } = posted.value;
  if (isNew) await desk.exchange.publishChat(caller.kind === 'platform' ? caller.platform : null, message);
  return ok({ message, delivery: 'cross-chain' });
}

/** Checks whether the writer has a seat, and stores the message. */
async function relayMessage(
  { context, relay }: CrossChainDesk,
  caller: Caller,
  sessionId: string,
  form: Asked<typeof CROSS_CHAIN_CALLS.postChat>['body'],
): Promise<Result<PostedMessage, FailureCode>> {
  const row = await findListed(context.db, sessionId);
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
  return relay({
    sessionId,
    id: form.id,
    text: form.message,
    author: { user_id, username, address, chain },
    isCounted: caller.kind === 'member',
  });
}

/** The author that a platform names; null when it names none. */
function authorOf(form: Asked<typeof CROSS_CHAIN_CALLS.postChat>['body']): Author | null {
  const { userId, username, walletAddress, blockchain } = form;
  if (typeof userId !== 'string' || username === undefined || walletAddress === undefined || blockchain === undefined)
    return null;
  return { user_id: userId, username, address: walletAddress, chain: blockchain };
}
