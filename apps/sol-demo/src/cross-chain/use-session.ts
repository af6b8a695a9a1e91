import { CROSS_CHAIN_CALLS, type Session } from '@popfray/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ask } from './ask.ts';
import { createFeed, type SessionFeed } from './socket.ts';

/** Between two looks at the session, ms: the socket is quicker. */
const LOOK_MS = 5_000;

/** A session as it is now, as far as it can be known. */
export interface KnownSession {
  /** Null before the first answer. */
  readonly session: Session | null;
  /** Why the last look failed, for a person; null when it did not. */
  readonly trouble: string | null;
  readonly feed: SessionFeed;
  /** Looks again now. */
  refresh(): Promise<void>;
}

/** Keeps a session in view: by its feed, and by a look every now and then. `token` is the member's. */
export function useSession(sessionId: string, token: string | undefined): KnownSession {
  const [session, setSession] = useState<Session | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const feed = useMemo(() => createFeed(sessionId, token), [sessionId, token]);

  const refresh = useCallback(async () => {
    const answer = await ask(CROSS_CHAIN_CALLS.getSession, { params: { id: sessionId } });
    if (answer.ok) setSession(answer.value);
    setTrouble(answer.ok ? null : answer.message);
  }, [sessionId]);

  useEffect(() => {
    const first = setTimeout(() => void refresh());
    const timer = setInterval(() => void refresh(), LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [refresh]);

  useEffect(() => {
    const stop = feed.subscribe(({ messages }, before) => {
      const newest = messages === before.messages ? undefined : messages.at(-1);
      if (newest?.type === 'session_updated' || newest?.type === 'session_joined') setSession(newest.session);
    });
    const close = feed.open();
    return () => {
      stop();
      close();
    };
  }, [feed]);

  return { session, trouble, feed, refresh };
}
