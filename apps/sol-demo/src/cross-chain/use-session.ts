import { CROSS_CHAIN_CALLS, type Session } from '@popfray/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { callApi } from './call-api.ts';
import { createFeed, type SessionFeed } from './socket.ts';

/** Polling interval of the session, ms; updates over the socket are faster. */
const POLL_MS = 5_000;

/** The current session as far as it is known. */
export interface SessionState {
  /** Null before the first answer. */
  readonly session: Session | null;
  /** Error message of the last poll; null after success. */
  readonly trouble: string | null;
  readonly feed: SessionFeed;
  /** Fetches the session now. */
  refresh(): Promise<void>;
}

/** Follows a session by its feed and by polling. `token` is the member's. */
export function useSession(sessionId: string, token: string | undefined): SessionState {
  const [session, setSession] = useState<Session | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const feed = useMemo(() => createFeed(sessionId, token), [sessionId, token]);

  const refresh = useCallback(async () => {
    const answer = await callApi(CROSS_CHAIN_CALLS.getSession, { params: { id: sessionId } });
    if (answer.ok) setSession(answer.value);
    setTrouble(answer.ok ? null : answer.message);
  }, [sessionId]);

  useEffect(() => {
    const first = setTimeout(() => void refresh());
    const timer = setInterval(() => void refresh(), POLL_MS);
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
