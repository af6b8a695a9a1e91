import { AsyncLocalStorage } from 'node:async_hooks';
import type { BattleOver } from '@popfray/protocol/battle';
import type { ChatMessage, Session } from '@popfray/protocol';
import type { ActionFields, Notice } from '@popfray/protocol/socket';
import { Serial } from '../serial/index.ts';

/** A change that has been made, and committed where it is stored in the database. */
export type DomainEvent =
  /** A session or one of its seats changed. */
  | { readonly type: 'session'; readonly sessionId: string }
  /**
   * The connections or the live scores of a session's players changed. Nothing of that is in the database, and a battle changes so several times a second. It is
   * published on this node only.
   */
  | { readonly type: 'presence'; readonly sessionId: string }
  /** A session that another platform hosts is new, or has changed. */
  | { readonly type: 'foreign'; readonly session: Session }
  /** A player took a seat and holds it without a time limit. */
  | { readonly type: 'joined'; readonly sessionId: string; readonly userId: string; readonly username: string }
  /** The countdown of a session has begun or was shortened, by this node or another one. Its row has the status `starting` and the time. */
  | { readonly type: 'starting'; readonly sessionId: string; readonly nodeId: string }
  /** This node continues a battle that another process has played. */
  | { readonly type: 'battle-moved'; readonly sessionId: string; readonly nodeId: string }
  /** A battle is over and its money booked, or refunded. */
  | { readonly type: 'over'; readonly over: BattleOver }
  /** A Solo round was credited. */
  | { readonly type: 'reward' }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** An operator has hidden a message. */
  | { readonly type: 'chat-removed'; readonly sessionId: string; readonly messageId: string }
  | {
      readonly type: 'rematch';
      readonly sessionId: string;
      readonly nextSessionId: string;
      readonly playerName: string;
    }
  /** A notification for one player, on all of the player's connections. */
  | {
      readonly type: 'notice';
      readonly address: string;
      readonly title: string;
      readonly message: string;
      readonly about?: Notice | undefined;
    }
  /** An action of a player for other players of a game. It is not stored. */
  | {
      readonly type: 'game-action';
      readonly gameId: string;
      readonly playerId: string;
      readonly action: string;
      readonly fields: ActionFields;
      readonly receiverIds: readonly string[];
    }
  /** A score that a player's page shows, for those who watch the game. */
  | { readonly type: 'provisional-score'; readonly gameId: string; readonly userId: string; readonly score: number }
  /**
   * Events of other nodes since a time, epoch ms, may have been lost. It is published on this node only. A subscriber reads the database again, because
   * only a server that is alone receives every event.
   */
  | { readonly type: 'resync'; readonly sinceMs: number };

/** An event that other nodes receive too. */
export type SharedEvent = Exclude<DomainEvent, { readonly type: 'resync' | 'presence' }>;

/** Handles an event. Work that is asynchronous is done before the handler's next event. */
export type EventHandler = (event: DomainEvent) => unknown;

/**
 * Passes events to all subscribers, in the order of publication, and at once unless the subscriber is still busy. In a cluster every node receives
 * them, so a handler must not do what may be done only once.
 */
export interface Bus {
  publish(event: DomainEvent): void;
  /** Publishes an event to the subscribers of this node only, because the other nodes learn of it in the same way as this one. */
  publishHere(event: DomainEvent): void;
  /** Calls a handler for every event until the returned function is called. A fault is logged and does not affect other handlers. */
  subscribe(handle: EventHandler): () => void;
}

/**
 * Creates a bus. `onFault` receives what a handler throws or rejects with. Handlers run in the asynchronous context in which the bus was created,
 * so they are not a part of the publisher's transaction or lease.
 */
export function createBus(onFault: (error: unknown) => void): Bus {
  const subscribers = new Map<EventHandler, Serial>();
  const runOutside = AsyncLocalStorage.snapshot();
  const publish = (event: DomainEvent): void => {
    runOutside(() => {
      for (const [handle, serial] of subscribers) serial.run(() => handle(event));
    });
  };
  return {
    publish,
    publishHere: publish,
    subscribe(handle) {
      subscribers.set(handle, new Serial(onFault));
      return () => void subscribers.delete(handle);
    },
  };
}
