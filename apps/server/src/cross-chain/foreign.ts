import type { Session } from '@popfray/protocol';
import type { PlatformNews } from '@popfray/protocol/socket';
import type { Desk, Host } from '../platform/context/index.ts';

/** How long a session is shown after its end, and after it might have begun without a word of its host, ms. */
const SHOWN_MS = 5 * 60_000;

/** Most sessions that are remembered. */
const MAX_KNOWN = 200;

/** Sessions that other platforms host. */
export interface ForeignSessions {
  /** Handles news for this platform. */
  handleNews(news: PlatformNews): void;
  /** Those that are open or ended a short while ago, the newest first. */
  list(): readonly Session[];
}

/** None are known. `now` is epoch ms. */
export function createForeignSessions(now: () => number): ForeignSessions {
  const known = new Map<string, Session>();
  return {
    handleNews(news) {
      if (news.type !== 'session') return;
      const { session } = news;
      known.delete(session.id);
      known.set(session.id, { ...session, isHostedHere: false, allowsBots: false });
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
    list() {
      const nowMs = now();
      for (const [id, { expiresAt, startsAt, endedAt }] of known)
        if ((endedAt ?? Math.max(expiresAt, startsAt ?? 0)) + SHOWN_MS < nowMs) known.delete(id);
      return [...known.values()].toSorted((a, b) => b.createdAt - a.createdAt);
    },
  };
}

/** A host that remembers the others' sessions besides what a desk does. */
export const remembering = (desk: Desk, foreign: ForeignSessions): Host => ({
  ask: async (question) => desk.ask(question),
  async notify(news) {
    foreign.handleNews(news);
    await desk.notify(news);
  },
});
