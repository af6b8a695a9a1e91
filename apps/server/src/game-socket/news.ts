import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ChatMessage } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Connection } from '../platform/sockets/index.ts';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow } from '../platform/database/index.ts';
import { Serial } from '../platform/serial/index.ts';
import { historyOf } from '../chat/index.ts';
import { findSession, findSoloRound, seatsOf, showSession } from '../sessions/index.ts';
import { findForeign } from '../sharing/index.ts';
import { getPlatformStats } from '../statistics/index.ts';
import { translateByPhraseBook } from '../translation/index.ts';
import { sendToAll, type Audience } from './audience.ts';
import { sendAction } from './game-actions.ts';

/** How long changes of a session are collected before it is sent, ms: a start changes it several times at once. */
const GATHER_MS = 50;

/** Sessions that are sent before the event loop can do something else: each takes some tenths of a millisecond. */
const SESSIONS_AT_ONCE = 10;

/** How long to wait after the database could not be read, ms. */
const AGAIN_MS = 1_000;

/** Interval of the messages to all connections, ms. */
const EVERYBODY_EVERY_MS = 1_000;

/** An event about which a message is sent at once. */
type SentEvent = Exclude<
  DomainEvent,
  { readonly type: 'session' | 'presence' | 'starting' | 'battle-moved' | 'over' | 'reward' | 'resync' }
>;

/** Sends messages about domain events to connections. */
export interface News {
  /** Stops sending. Resolves when nothing is being sent any more. */
  stop(): Promise<void>;
}

/** Subscribes to domain events, and sends each to the connections that it concerns. */
export function startNews(context: Context, audience: Audience): News {
  const { db, bus, presence, log } = context;
  const changed = new Set<string>();
  /** Sessions for which `game_started` was sent. */
  const begun = new Set<string>();
  let gathering: NodeJS.Timeout | null = null;
  let hasEarned = false;
  let isStopped = false;
  /** What is sent, in the order of the events: reading from the database takes longer for some messages than for others. */
  const sending = new Serial((error) => {
    log({ event: 'fault', method: 'NEWS', path: '', stack: (error as Error).stack ?? String(error) });
  });
  const send = (work: () => Promise<void>): void => sending.run(async () => (isStopped ? undefined : work()));

  /** The connections that watch a session, and all connections of the players on its seats. */
  const connectionsOf = (sessionId: string, seats: readonly SeatRow[]): ReadonlySet<Connection> =>
    seats
      .map(({ user_id }) => audience.players.of(user_id))
      .reduce(
        (all, connections) => (connections.size === 0 ? all : all.union(connections)),
        audience.watchers.of(sessionId),
      );
  const concerned = async (sessionId: string): Promise<ReadonlySet<Connection>> =>
    connectionsOf(sessionId, await seatsOf(db, sessionId));

  /** Sends the current state of a session. */
  async function sendSession(sessionId: string): Promise<void> {
    const row = await findSession(db, sessionId);
    // No page lists solo rounds. Their players receive the messages of the battle.
    if (row === undefined || (await findSoloRound(db, sessionId)) !== undefined) return;
    const connections = await concerned(sessionId);
    if (connections.size > 0) sendToAll(connections, { type: 'game_updated', game: await showSession(context, row) });
    if (row.status === 'playing') {
      if (!begun.has(sessionId)) sendToAll(connections, { type: 'game_started', sessionId });
      begun.add(sessionId);
    } else begun.delete(sessionId);
  }

  function gather(afterMs: number): void {
    if (!isStopped) gathering ??= setTimeout(() => send(sendSessions), afterMs).unref();
  }

  async function sendSessions(): Promise<void> {
    gathering = null;
    const ids = [...changed];
    changed.clear();
    for (const [at, id] of ids.entries()) {
      // The queries of SQLite do not wait for anything, so many sessions at once would stop the event loop.
      if (at % SESSIONS_AT_ONCE === SESSIONS_AT_ONCE - 1) await yieldToEventLoop();
      try {
        await sendSession(id);
      } catch (error) {
        // They are sent later, with what the sessions are then.
        for (const later of ids.slice(at)) changed.add(later);
        gather(AGAIN_MS);
        throw error;
      }
    }
  }

  /**
   * Sends a message to its readers. Where no translation server is configured, it carries the phrase book's translation into each
   * reader's language; otherwise readers ask for a translation, which the server may have to make first.
   */
  async function sendChat(message: ChatMessage): Promise<void> {
    const { sessionId } = message;
    const seats = await seatsOf(db, sessionId);
    const readers = Map.groupBy(connectionsOf(sessionId, seats), (connection) => audience.languages.get(connection));
    const names = seats.map(({ username }) => username);
    for (const [language, connections] of readers) {
      const isTranslated = language !== undefined && context.translator === null;
      const translation = isTranslated ? translateByPhraseBook(message.message, language, names) : null;
      const data = translation === null ? message : { ...message, translation };
      sendToAll(connections, { type: 'chat_message', sessionId, data });
    }
  }

  function handleEvent(event: DomainEvent): void {
    if (event.type === 'session' || event.type === 'starting') {
      changed.add(event.sessionId);
      gather(GATHER_MS);
    } else if (event.type === 'presence') {
      // Only a session's page shows it. Without one, the session and its seats are not read.
      if (audience.watchers.of(event.sessionId).size === 0) return;
      changed.add(event.sessionId);
      gather(GATHER_MS);
    } else if (event.type === 'over' || event.type === 'reward') hasEarned = true;
    else if (event.type === 'resync') send(async () => sendLost(event.sinceMs));
    else if (event.type !== 'battle-moved') send(async () => sendEvent(event));
  }

  async function sendEvent(event: SentEvent): Promise<void> {
    switch (event.type) {
      case 'foreign': {
        const { session } = event;
        const players = session.participants.map(({ userId }) => audience.players.of(userId));
        const connections = new Set([...audience.watchers.of(session.id), ...players.flatMap((of) => [...of])]);
        sendToAll(connections, { type: 'game_updated', game: session });
        break;
      }
      case 'joined': {
        const { sessionId, userId, username } = event;
        const others = (await concerned(sessionId)).difference(audience.players.of(userId));
        sendToAll(others, { type: 'player_joined', sessionId, playerName: username });
        break;
      }
      case 'chat':
        await sendChat(event.message);
        break;
      case 'chat-removed': {
        const { sessionId, messageId } = event;
        sendToAll(await concerned(sessionId), { type: 'chat_removed', sessionId, messageId });
        break;
      }
      case 'rematch': {
        const { type, sessionId, nextSessionId, playerName } = event;
        sendToAll(await concerned(sessionId), { type, sessionId, nextSessionId, playerName });
        break;
      }
      case 'game-action':
        sendAction(audience, event);
        break;
      case 'provisional-score': {
        const { gameId: sessionId, userId, score } = event;
        const others = audience.watchers.of(sessionId).difference(audience.players.of(userId));
        sendToAll(others, { type: 'provisional_score', sessionId, userId, score });
        break;
      }
      case 'notice': {
        const { title, message, about } = event;
        sendToAll(audience.players.of(event.address), { type: 'notification', title, message, about });
        break;
      }
    }
  }

  /** Sends what may have been lost since a time, epoch ms: the sessions that are watched, their chat, and the earnings. */
  async function sendLost(sinceMs: number): Promise<void> {
    hasEarned = true;
    for (const sessionId of audience.watchers.names()) {
      const row = await findSession(db, sessionId);
      if (row === undefined) {
        const session = await findForeign(context, sessionId);
        if (session !== undefined) await sendEvent({ type: 'foreign', session });
        continue;
      }
      changed.add(sessionId);
      for (const message of await historyOf(db, row)) {
        const { id: messageId, createdAt, messageType, isRemoved } = message;
        if (isRemoved === true) await sendEvent({ type: 'chat-removed', sessionId, messageId });
        else if (messageType === 'text' && createdAt >= sinceMs) await sendChat(message);
      }
    }
    if (changed.size > 0) gather(GATHER_MS);
  }

  /** Sends the number of visitors to the connections that were told another one, and the earnings to all when these have changed. */
  async function sendToEverybody(): Promise<void> {
    const count = presence.visitors;
    const outdated = [...audience.everybody].flatMap(([connection, told]) => (told === count ? [] : [connection]));
    for (const connection of outdated) audience.everybody.set(connection, count);
    sendToAll(outdated, { type: 'player_count', count });
    if (!hasEarned) return;
    const update = await statsUpdate(context);
    hasEarned = false;
    sendToAll(audience.everybody.keys(), update);
  }

  const unsubscribe = bus.subscribe(handleEvent);
  const interval = setInterval(() => send(sendToEverybody), EVERYBODY_EVERY_MS).unref();
  return {
    async stop() {
      isStopped = true;
      unsubscribe();
      clearInterval(interval);
      if (gathering !== null) clearTimeout(gathering);
      await sending.settled();
    },
  };
}

/** The message with the total earnings. */
export async function statsUpdate(context: Context): Promise<GameSocketOut> {
  const { totalTrxEarned, crossChainBattles } = await getPlatformStats(context);
  return { type: 'stats_update', totalTrxEarned, crossChainBattles };
}
