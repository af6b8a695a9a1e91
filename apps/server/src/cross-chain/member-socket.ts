import { err, ok } from '@popfray/engine/result';
import { FAILURES, type FailureCode } from '@popfray/protocol';
import {
  crossChainSocketIn,
  MAX_SOCKET_BYTES,
  type CrossChainSocketIn,
  type CrossChainSocketOut,
} from '@popfray/protocol/socket';
import {
  Bucket,
  type Connection,
  type ConnectionListener,
  createJsonCodec,
  type SocketRoute,
} from '../platform/sockets/index.ts';
import type { CallerDesk } from './caller.ts';
import type { CrossChainContext } from './context.ts';
import type { MemberRow } from './directory.ts';
import type { Exchange } from './exchange.ts';
import { findListed, showListed } from './listing.ts';

/** Sessions that one socket can follow at once. */
const MAX_WATCHED = 8;

/** Updates of a game that are passed on: five a second, as the battle's own scores come. */
const UPDATES = { burst: 10, perMinute: 300 };

/** What the socket is served with. */
interface SocketDesk {
  readonly context: CrossChainContext;
  readonly exchange: Exchange;
  readonly callers: CallerDesk;
}

/** A socket's subscription, and the member's token; null for a visitor who only watches. */
interface Watch {
  readonly token: string | null;
  readonly stop: () => void;
}

type MessageOf<Type extends CrossChainSocketIn['type']> = Extract<CrossChainSocketIn, { type: Type }>;

/** The socket of players and pages: SPEC section 7, `/cross-chain`. A page's origin has to be a partner's; a program has none. */
export const memberRoute = (desk: SocketDesk): SocketRoute<CrossChainSocketIn, 'ERR_BODY'> => ({
  path: '/cross-chain',
  codec: createJsonCodec(crossChainSocketIn),
  maxBytes: MAX_SOCKET_BYTES,
  accept: async (call) =>
    call.req.header('Origin') === undefined || desk.context.settings.isPartner(call)
      ? ok({ player: null, open: (connection) => listenToMember(desk, connection) })
      : err('ERR_ORIGIN'),
});

function listenToMember(
  { context, exchange, callers }: SocketDesk,
  connection: Connection,
): ConnectionListener<CrossChainSocketIn, 'ERR_BODY'> {
  const { db, now } = context;
  const watches = new Map<string, Watch>();
  const updates = new Bucket(UPDATES);
  const watcher = (text: string): void => connection.send(text);
  const send = (message: CrossChainSocketOut): void => connection.send(JSON.stringify(message));
  const refuse = (code: FailureCode): void => send({ type: 'error', code, message: FAILURES[code].message });

  /** The member of a session that a token belongs to; null without one. */
  async function findMember(sessionId: string, token: string | null): Promise<MemberRow | null> {
    if (token === null) return null;
    const caller = await callers.find(`Bearer ${token}`, { method: '', path: '', body: '' });
    return caller?.kind === 'member' && caller.member.session_id === sessionId ? caller.member : null;
  }

  async function join({ sessionId, ...claim }: MessageOf<'join_session'>): Promise<void> {
    const token = claim.token ?? null;
    const member = await findMember(sessionId, token);
    // Read last, so that no change is missed between this and the subscription.
    const row = await findListed(db, sessionId);
    if (row === undefined) return refuse('ERR_SESSION_UNKNOWN');
    if (token !== null && member === null) return refuse('ERR_SEAT_UNKNOWN');
    const earlier = watches.get(sessionId);
    if (earlier === undefined && watches.size >= MAX_WATCHED) return refuse('ERR_RATE');
    earlier?.stop();
    watches.set(sessionId, { token, stop: exchange.watch(sessionId, watcher) });
    send({ type: 'session_joined', session: showListed(row) });
  }

  /** Passes a member's own word of the score on. It decides nothing. */
  async function update({ sessionId, data }: MessageOf<'game_update'>): Promise<void> {
    const member = await findMember(sessionId, watches.get(sessionId)?.token ?? null);
    const row = await findListed(db, sessionId);
    if (member === null || row === undefined) return refuse('ERR_SEAT_UNKNOWN');
    if (row.status !== 'playing') return refuse('ERR_SESSION_STATE');
    // A seat that was not taken in time is lost without the member's doing.
    if (!showListed(row).participants.some(({ userId }) => userId === member.user_id))
      return refuse('ERR_SEAT_UNKNOWN');
    if (!updates.take(now())) return refuse('ERR_RATE');
    const isOver = 'finalScore' in data;
    const score = isOver ? data.finalScore : data.score;
    const change = { sessionId, userId: member.user_id, score, isOver, scoreSource: 'reported' } as const;
    exchange.notifyWatchers(sessionId, { type: 'game_update', ...change }, watcher);
  }

  return {
    async handleMessage(message) {
      if (message.type === 'ping') send({ type: 'pong', timestamp: Math.floor(now()) });
      if (message.type === 'join_session') await join(message);
      if (message.type === 'game_update') await update(message);
      return 'accepted' as const;
    },
    handleMalformed(error) {
      refuse(error);
      return 'malformed';
    },
    onPing: () => send({ type: 'ping', timestamp: Math.floor(now()) }),
    onClose() {
      for (const { stop } of watches.values()) stop();
    },
  };
}
