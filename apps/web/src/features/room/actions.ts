import { SEAT_CALLS, SESSION_CALLS, type BOT_SKILL_NAMES, type Call, type Session } from '@popfray/protocol';
import { callApi } from '../../data/api/call-api.ts';
import { gameSocket } from '../../data/game-socket/state.ts';
import { cacheSession, refreshSessions } from '../sessions/index.ts';
import { roomToasts } from './toasts.ts';

export type BotSkill = (typeof BOT_SKILL_NAMES)[number];

/** Runs an action on a session and caches the result. Returns null, after a toast, when it failed. */
async function runAction(
  id: string,
  asked: Promise<Session>,
  sayFailed: (error: unknown) => void,
): Promise<Session | null> {
  try {
    const session = await asked;
    cacheSession(session);
    return session;
  } catch (error) {
    sayFailed(error);
    // The shown state may be outdated.
    void refreshSessions(id);
    return null;
  }
}

type SessionCall = Call & { readonly answer: typeof SESSION_CALLS.startSession.answer };

const callSession = (call: SessionCall, id: string): Promise<Session> => callApi(call, { params: { id }, body: {} });

/** Sets whether the player is ready. */
export const setReady = (id: string, isReady: boolean): Promise<Session | null> =>
  runAction(id, callApi(SEAT_CALLS.setReady, { params: { id }, body: { isReady } }), roomToasts.notReady);

/** Removes a player without a payment; for the session's creator. */
export const removePlayer = (id: string, userId: string): Promise<Session | null> =>
  runAction(id, callApi(SEAT_CALLS.removePlayer, { params: { id }, body: { userId } }), roomToasts.notRemoved);

/** Starts the countdown for all players. */
export const start = (id: string): Promise<Session | null> =>
  runAction(id, callSession(SESSION_CALLS.startSession, id), roomToasts.notStarted);

/** Gives up the player's seat. */
export const leave = (id: string): Promise<Session | null> => exitSession(id, callSession(SEAT_CALLS.leaveSession, id));

/** Cancels the player's own session. */
export const cancel = (id: string): Promise<Session | null> =>
  exitSession(id, callSession(SESSION_CALLS.cancelSession, id));

/** Leaves or cancels a session, and clears it as the player's current game. SPEC section 4, local game. */
async function exitSession(id: string, asked: Promise<Session>): Promise<Session | null> {
  const session = await runAction(id, asked, roomToasts.notLeft);
  if (session !== null && gameSocket.getState().currentGame?.id === id) gameSocket.setState({ currentGame: null });
  return session;
}

/** Adds a practice bot. */
export const addBot = (id: string, skill: BotSkill): Promise<Session | null> =>
  runAction(id, callApi(SEAT_CALLS.addBot, { params: { id }, body: { skill } }), roomToasts.noBot);
