import type { Blockchain, ChatMessage, Session } from '@popfray/protocol';
import type { CrossChainSocketOut } from '@popfray/protocol/socket';
import type { Hosts } from './host.ts';

/** Receives the messages of a session, as the text that the socket sends. */
export type Watcher = (text: string) => void;

/** Passes on what happens: to those who watch a session, and to the platforms that it did not come from. */
export interface Exchange {
  /** Subscribes to a session until the returned function is called. */
  watch(sessionId: string, watcher: Watcher): () => void;
  /** A listed session has changed. */
  publishSession(platform: Blockchain, session: Session): Promise<void>;
  /** Something was said: by a player of a platform, or by a member of this server's. */
  publishChat(platform: Blockchain | null, message: ChatMessage): Promise<void>;
  /** The host of a session has removed a message of its chat. */
  publishRemoval(platform: Blockchain, sessionId: string, messageId: string): Promise<void>;
  /** For the watchers alone, but the one that it comes from. */
  notifyWatchers(sessionId: string, message: CrossChainSocketOut, from?: Watcher): void;
}

/** Creates an exchange without subscribers. */
export function createExchange(hosts: Hosts): Exchange {
  const watchers = new Map<string, Set<Watcher>>();
  const notifyWatchers: Exchange['notifyWatchers'] = (sessionId, message, from) => {
    const ofSession = watchers.get(sessionId);
    if (ofSession === undefined) return;
    const text = JSON.stringify(message);
    for (const watcher of ofSession) if (watcher !== from) watcher(text);
  };
  return {
    notifyWatchers,
    watch(sessionId, watcher) {
      const ofSession = watchers.get(sessionId) ?? new Set<Watcher>();
      watchers.set(sessionId, ofSession.add(watcher));
      return () => {
        ofSession.delete(watcher);
        if (ofSession.size === 0 && watchers.get(sessionId) === ofSession) watchers.delete(sessionId);
      };
    },
    async publishSession(platform, session) {
      notifyWatchers(session.id, { type: 'session_updated', session });
      await hosts.notifyPlatforms(platform, { type: 'session', session });
    },
    async publishChat(platform, message) {
      notifyWatchers(message.sessionId, { type: 'chat_message', sessionId: message.sessionId, data: message });
      await hosts.notifyPlatforms(platform, { type: 'chat', message });
    },
    async publishRemoval(platform, sessionId, messageId) {
      notifyWatchers(sessionId, { type: 'chat_removed', sessionId, messageId });
      await hosts.notifyPlatforms(platform, { type: 'chat-removed', sessionId, messageId });
    },
  };
}
