import { CALLS, DEFAULT_TIME_LIMIT_S, MIN_PLAYERS, type Session } from '@popfray/protocol';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { createSession } from './seat-actions.ts';
import { sessionToasts } from './toasts.ts';
import { cacheSession } from './sessions.ts';

/**
 * Creates a free session for one player and adds a practice bot. Shows a toast for every outcome. Resolves with the session; null when
 * there is none.
 */
export async function startPracticeBattle(sessionName: string): Promise<Session | null> {
  const session = await createSession({
    sessionName,
    gameMode: 'cross-chain-battle',
    maxPlayers: MIN_PLAYERS,
    entryFee: 0,
    timeLimit: DEFAULT_TIME_LIMIT_S,
  });
  if (session !== null) void addBotTo(session.id);
  return session;
}

/** Adds a bot. If the page is closed before, the player can add one in the room. */
async function addBotTo(id: string): Promise<void> {
  try {
    cacheSession(await callApi(CALLS.addBot, { params: { id }, body: {} }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sessionToasts.refused(error.code === null ? '' : error.message);
  }
}
