import type { BattleOver } from '@popfray/protocol/battle';
import type { ChatMessage, Session } from '@popfray/protocol';
import type { Notice } from '@popfray/protocol/socket';

/** Something that has just become true, and is on the disk where it belongs there. */
export type Happening =
  /** A session, one of its seats or its live scores changed. */
  | { readonly type: 'session'; readonly sessionId: string }
  /** A session that another platform hosts is new, or has changed. */
  | { readonly type: 'foreign'; readonly session: Session }
  /** Somebody took a seat for good. */
  | { readonly type: 'joined'; readonly sessionId: string; readonly userId: string; readonly username: string }
  /** The countdown of a session has begun, or ends sooner than it was to: its row says `starting`, and when. */
  | { readonly type: 'starting'; readonly sessionId: string }
  /** A battle is over and its money booked, or refunded. */
  | { readonly type: 'over'; readonly over: BattleOver }
  /** A Solo round was credited. */
  | { readonly type: 'reward' }
  | { readonly type: 'chat'; readonly message: ChatMessage }
  /** The operator has hidden a message from everybody. */
  | { readonly type: 'chat-removed'; readonly sessionId: string; readonly messageId: string }
  | {
      readonly type: 'rematch';
      readonly sessionId: string;
      readonly nextSessionId: string;
      readonly playerName: string;
    }
  /** A word for one player, wherever the player is connected. */
  | {
      readonly type: 'notice';
      readonly address: string;
      readonly title: string;
      readonly message: string;
      readonly about?: Notice;
    };

/** Tells every listener of a happening, at once and in the order in which they came. */
export interface Bus {
  tell(happening: Happening): void;
  /** Hears everything until the returned function is called. What a listener throws is logged, and keeps nothing from the others. */
  listen(hear: (happening: Happening) => void): () => void;
}

/** Makes a bus. `onFault` is told what a listener threw. */
export function createBus(onFault: (error: unknown) => void): Bus {
  const listeners = new Set<(happening: Happening) => void>();
  return {
    tell(happening) {
      for (const hear of listeners) {
        try {
          hear(happening);
        } catch (error) {
          onFault(error);
        }
      }
    },
    listen(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
}
