import { CALLS, type Session } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { hearGame } from '../game-socket/game-socket.ts';
import { keepList } from './kept-list.ts';
import { isOpen } from './standing.ts';

/** ms between two readings of the list, and for which one counts as fresh. SPEC section 9. */
const LIST_EVERY_MS = 15_000;
const LIST_FRESH_MS = 10_000;
/** ms between two readings of one session. SPEC section 9. */
const SESSION_EVERY_MS = 10_000;

/** The sessions of every chain, newest first. What it answers is kept for when it does not answer. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  staleTime: LIST_FRESH_MS,
  refetchInterval: LIST_EVERY_MS,
  queryFn: async ({ signal }) => {
    const sessions = await ask(CALLS.getSessions, { signal });
    keepList(sessions);
    return sessions;
  },
});

/** One session, whatever has become of it. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id],
    staleTime: 0,
    refetchInterval: SESSION_EVERY_MS,
    queryFn: ({ signal }) => ask(CALLS.getSession, { params: { id }, signal }),
  });

/** Puts what the server just said of a session where every screen reads it. */
export function noteSession(session: Session): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session);
  queryClient.setQueryData(sessionsQuery.queryKey, (list) => {
    if (list === undefined) return undefined;
    if (list.some(({ id }) => id === session.id)) return list.map((one) => (one.id === session.id ? session : one));
    // A draft is nobody's business but its creator's.
    return isOpen(session) && session.status !== 'draft' ? [session, ...list] : list;
  });
}

/** Asks for the list anew, and for one session where it is shown. */
export async function refreshSessions(id?: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    id !== undefined && queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey }),
    id !== undefined && queryClient.invalidateQueries({ queryKey: ['seat', id] }),
  ]);
}

/** Takes up what the game server tells of sessions, until the returned function is called. */
export const followSessions = (): (() => void) =>
  hearGame((message) => {
    if (message.type === 'game_updated' || message.type === 'game_joined') noteSession(message.game);
  });
