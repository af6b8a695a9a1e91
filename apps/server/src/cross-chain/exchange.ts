import type { Blockchain, ChatMessage, Session } from '@popfray/protocol';
import type { CrossChainSocketOut } from '@popfray/protocol/socket';
import type { Hosts } from './host.ts';

/** Somebody who wants to know what happens in a session: is told a message of the socket, as text. */
export type Watcher = (text: string) => void;

/** Passes on what happens: to those who watch a session, and to the platforms that it did not come from. */
export interface Exchange {
  /** Hears of a session until the returned function is called. */
  watch(sessionId: string, watcher: Watcher): () => void;
  /** A listed session has changed. */
  tellSession(platform: Blockchain, session: Session): void;
  /** Something was said: by a player of a platform, or by a member of this server's. */
  tellChat(platform: Blockchain | null, message: ChatMessage): void;
  /** The host of a session has removed a message of its chat. */
  tellRemoved(platform: Blockchain, sessionId: string, messageId: string): void;
  /** For the watchers alone, but the one that it comes from. */
  tellWatchers(sessionId: string, message: CrossChainSocketOut, from?: Watcher): void;
}

/** Nobody watches yet. */
export function createExchange(hosts: Hosts): Exchange {
  const watchers = new Map<string, Set<Watcher>>();
  const tellWatchers: Exchange['tellWatchers'] = (sessionId, message, from) => {
    const ofSession = watchers.get(sessionId);
    if (ofSession === undefined) return;
    const text = JSON.stringify(message);
    for (const watcher of ofSession) if (watcher !== from) watcher(text);
  };
  return {
    tellWatchers,
    watch(sessionId, watcher) {
      const ofSession = watchers.get(sessionId) ?? new Set<Watcher>();
      watchers.set(sessionId, ofSession.add(watcher));
      return () => {
        ofSession.delete(watcher);
        if (ofSession.size === 0 && watchers.get(sessionId) === ofSession) watchers.delete(sessionId);
      };
    },
    tellSession(platform, session) {
      tellWatchers(session.id, { type: 'session_updated', session });
      hosts.tellOthers(platform, { type: 'session', session });
    },
    tellChat(platform, message) {
      tellWatchers(message.sessionId, { type: 'chat_message', sessionId: message.sessionId, data: message });
      hosts.tellOthers(platform, { type: 'chat', message });
    },
    tellRemoved(platform, sessionId, messageId) {
      tellWatchers(sessionId, { type: 'chat_removed', sessionId, messageId });
      hosts.tellOthers(platform, { type: 'chat-removed', sessionId, messageId });
    },
  };
}
