import type { ChatMessage } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Connection } from '../platform/sockets/index.ts';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession, seatsOf, showSession } from '../sessions/index.ts';
import { getPlatformStats } from '../statistics/index.ts';
import { translateByPhraseBook } from '../translation/index.ts';
import { sendToAll, type Audience } from './audience.ts';

/** How long changes of a session are collected before it is sent, ms: a start changes it several times at once. */
const GATHER_MS = 50;

/** Interval of the messages to all connections, ms. */
const EVERYBODY_EVERY_MS = 1_000;

/** Sends messages about domain events to connections. */
export interface News {
  /** Stops sending. */
  stop(): void;
}

/** Subscribes to domain events, and sends each to the connections that it concerns. */
export function startNews(context: Context, audience: Audience): News {
  const { db, bus, presence, log } = context;
  const changed = new Set<string>();
  /** Sessions for which `game_started` was sent. */
  const begun = new Set<string>();
  let gathering: NodeJS.Timeout | null = null;
  let hasEarned = false;
  let sentVisitors = 0;

  /** The connections that watch a session, and all connections of its players. */
  const concerned = (sessionId: string): ReadonlySet<Connection> => {
    const players = seatsOf(db, sessionId).map(({ user_id }) => audience.players.of(user_id));
    return players.reduce(
      (all, connections) => (connections.size === 0 ? all : all.union(connections)),
      audience.watchers.of(sessionId),
    );
  };

  /** Sends the current state of a session. */
  function sendSession(sessionId: string): void {
    const row = findSession(db, sessionId);
    const connections = row === undefined ? [] : [...concerned(sessionId)];
    if (row === undefined) return;
    if (connections.length > 0) sendToAll(connections, { type: 'game_updated', game: showSession(context, row) });
    if (row.status === 'playing') {
      if (!begun.has(sessionId)) sendToAll(connections, { type: 'game_started', sessionId });
      begun.add(sessionId);
    } else begun.delete(sessionId);
  }

  function sendSessions(): void {
    gathering = null;
    const ids = [...changed];
    changed.clear();
    guard(() => {
      for (const id of ids) sendSession(id);
    });
  }

  /**
   * Sends a message to its readers. Where no translation server is configured, it carries the phrase book's translation into each
   * reader's language; otherwise readers ask for a translation, which the server may have to make first.
   */
  function sendChat(message: ChatMessage): void {
    const { sessionId } = message;
    const readers = Map.groupBy(concerned(sessionId), (connection) => audience.languages.get(connection));
    const names = readers.size === 0 ? [] : seatsOf(db, sessionId).map(({ username }) => username);
    for (const [language, connections] of readers) {
      const isTranslated = language !== undefined && context.translator === null;
      const translation = isTranslated ? translateByPhraseBook(message.message, language, names) : null;
      const data = translation === null ? message : { ...message, translation };
      sendToAll(connections, { type: 'chat_message', sessionId, data });
    }
  }

  function handleEvent(event: DomainEvent): void {
    switch (event.type) {
      case 'session':
      case 'starting':
        changed.add(event.sessionId);
        gathering ??= setTimeout(sendSessions, GATHER_MS).unref();
        break;
      case 'foreign': {
        const { session } = event;
        const players = session.participants.map(({ userId }) => audience.players.of(userId));
        const connections = new Set([...audience.watchers.of(session.id), ...players.flatMap((of) => [...of])]);
        sendToAll(connections, { type: 'game_updated', game: session });
        break;
      }
      case 'joined': {
        const { sessionId, userId, username } = event;
        const others = concerned(sessionId).difference(audience.players.of(userId));
        sendToAll(others, { type: 'player_joined', sessionId, playerName: username });
        break;
      }
      case 'chat':
        sendChat(event.message);
        break;
      case 'chat-removed': {
        const { sessionId, messageId } = event;
        sendToAll(concerned(sessionId), { type: 'chat_removed', sessionId, messageId });
        break;
      }
      case 'rematch': {
        const { type, sessionId, nextSessionId, playerName } = event;
        sendToAll(concerned(sessionId), { type, sessionId, nextSessionId, playerName });
        break;
      }
      case 'notice': {
        const { title, message, about } = event;
        sendToAll(audience.players.of(event.address), { type: 'notification', title, message, about });
        break;
      }
      case 'over':
      case 'reward':
        hasEarned = true;
        break;
    }
  }

  /** Sends all connections the number of visitors and the earnings, when these have changed. */
  function sendToEverybody(): void {
    if (presence.visitors !== sentVisitors) {
      sentVisitors = presence.visitors;
      sendToAll(audience.everybody, { type: 'player_count', count: sentVisitors });
    }
    if (!hasEarned) return;
    hasEarned = false;
    sendToAll(audience.everybody, statsUpdate(context));
  }

  function guard(send: () => void): void {
    try {
      send();
    } catch (error) {
      log({ event: 'fault', method: 'NEWS', path: '', stack: (error as Error).stack ?? String(error) });
    }
  }

  const unsubscribe = bus.subscribe(handleEvent);
  const interval = setInterval(() => guard(sendToEverybody), EVERYBODY_EVERY_MS).unref();
  return {
    stop() {
      unsubscribe();
      clearInterval(interval);
      if (gathering !== null) clearTimeout(gathering);
    },
  };
}

/** The message with the total earnings. */
export function statsUpdate(context: Context): GameSocketOut {
  const { totalTrxEarned, crossChainBattles } = getPlatformStats(context);
  return { type: 'stats_update', totalTrxEarned, crossChainBattles };
}
