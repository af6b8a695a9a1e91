import { DEFAULT_TIME_LIMIT_S, MIN_PLAYERS, SEAT_CALLS, SESSION_CALLS, type Session } from '@popfray/protocol';
import { account } from '../../data/account/state.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { createSession } from './seat-actions.ts';
import { sessionToasts } from './toasts.ts';
import { cacheSession } from './sessions.ts';

/**
 * Creates a free session for one player, adds a practice bot and starts the battle: a novice bot for a player without a counted game. Shows a
 * toast for every outcome. Resolves with the session; null when there is none.
 */
export async function startPracticeBattle(sessionName: string): Promise<Session | null> {
  const session = await createSession({
    sessionName,
    gameMode: 'cross-chain-battle',
    maxPlayers: MIN_PLAYERS,
    entryFee: 0,
    timeLimit: DEFAULT_TIME_LIMIT_S,
  });
  if (session !== null) void startWithBot(session.id);
  return session;
}

/** Adds a bot and starts the countdown, which is short because both are ready. What fails here can be done in the room. */
async function startWithBot(id: string): Promise<void> {
  const params = { id };
  const isNewcomer = account.getState().player?.gamesPlayed === 0;
  try {
    cacheSession(await callApi(SEAT_CALLS.addBot, { params, body: { skill: isNewcomer ? 'novice' : 'regular' } }));
    cacheSession(await callApi(SEAT_CALLS.setReady, { params, body: { isReady: true } }));
    cacheSession(await callApi(SESSION_CALLS.startSession, { params, body: {} }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sessionToasts.refused(error.code === null ? '' : error.message);
  }
}
