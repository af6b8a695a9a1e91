import { CALLS, type BOT_SKILL_NAMES, type Call, type Session } from '@popfray/protocol';
import { ask } from '../api/ask.ts';
import { gameSocket } from '../game-socket/state.ts';
import { noteSession, refreshSessions } from '../sessions/sessions.ts';
import { say } from './say.ts';

export type BotSkill = (typeof BOT_SKILL_NAMES)[number];

/** Does something to a session and shows what became of it; null, and it was said, when it could not be done. */
async function act(id: string, asked: Promise<Session>, sayFailed: (error: unknown) => void): Promise<Session | null> {
  try {
    const session = await asked;
    noteSession(session);
    return session;
  } catch (error) {
    sayFailed(error);
    // What was shown may have been old.
    void refreshSessions(id);
    return null;
  }
}

type Plain = Call & { readonly answer: typeof CALLS.startSession.answer };

const plain = (call: Plain, id: string): Promise<Session> => ask(call, { params: { id }, body: {} });

/** Says whether the player is ready. */
export const setReady = (id: string, isReady: boolean): Promise<Session | null> =>
  act(id, ask(CALLS.setReady, { params: { id }, body: { isReady } }), say.notReady);

/** Takes the seat of a player who has paid nothing: for the session's creator. */
export const removePlayer = (id: string, userId: string): Promise<Session | null> =>
  act(id, ask(CALLS.removePlayer, { params: { id }, body: { userId } }), say.notRemoved);

/** Starts the countdown for everybody. */
export const start = (id: string): Promise<Session | null> => act(id, plain(CALLS.startSession, id), say.notStarted);

/** Gives the player's seat up. */
export const leave = (id: string): Promise<Session | null> => go(id, plain(CALLS.leaveSession, id));

/** Ends the player's own session. */
export const cancel = (id: string): Promise<Session | null> => go(id, plain(CALLS.cancelSession, id));

/** What was left is no longer the player's current game. SPEC section 4, local game. */
async function go(id: string, asked: Promise<Session>): Promise<Session | null> {
  const session = await act(id, asked, say.notLeft);
  if (session !== null && gameSocket.getState().currentGame?.id === id) gameSocket.setState({ currentGame: null });
  return session;
}

/** Gives a seat to a practice bot. */
export const addBot = (id: string, skill: BotSkill): Promise<Session | null> =>
  act(id, ask(CALLS.addBot, { params: { id }, body: { skill } }), say.noBot);
