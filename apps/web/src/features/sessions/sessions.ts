import { SESSION_CALLS, type Session } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { onGameMessage } from '../../data/game-socket/game-socket.ts';
import { storeList } from './session-list-storage.ts';
import { isOpen } from './visitor-role.ts';

/** Polling interval of the list, and how long it counts as fresh, ms. SPEC section 9. */
const LIST_POLL_MS = 15_000;
const LIST_FRESH_MS = 10_000;
/** Polling interval of a single session, ms. SPEC section 9. */
const SESSION_POLL_MS = 10_000;

/** The sessions of every chain, newest first. The answer is stored for times when the server cannot be reached. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  staleTime: LIST_FRESH_MS,
  refetchInterval: LIST_POLL_MS,
  queryFn: async ({ signal }) => {
    const sessions = await callApi(SESSION_CALLS.getSessions, { signal });
    storeList(sessions);
    return sessions;
  },
});

/** A session by its id. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['session', id],
    staleTime: 0,
    refetchInterval: SESSION_POLL_MS,
    queryFn: ({ signal }) => callApi(SESSION_CALLS.getSession, { params: { id }, signal }),
  });

/** Writes the server's newest state of a session into the query cache. */
export function cacheSession(session: Session): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session);
  queryClient.setQueryData(sessionsQuery.queryKey, (list) => {
    if (list === undefined) return undefined;
    if (list.some(({ id }) => id === session.id)) return list.map((one) => (one.id === session.id ? session : one));
    // A draft is visible to its creator only.
    return isOpen(session) && session.status !== 'draft' ? [session, ...list] : list;
  });
}

/** Fetches the list again, and the session with the given id. */
export async function refreshSessions(id?: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    id !== undefined && queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey }),
    id !== undefined && queryClient.invalidateQueries({ queryKey: ['seat', id] }),
  ]);
}

/** Applies the game server's updates of sessions until the returned function is called. */
export const subscribeToSessions = (): (() => void) =>
  onGameMessage((message) => {
    if (message.type === 'game_updated' || message.type === 'game_joined') cacheSession(message.game);
  });
