import { CALLS, DEFAULT_TIME_LIMIT_S, MIN_PLAYERS, type Session } from '@popfray/protocol';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { createSession } from './entering.ts';
import { say } from './say.ts';
import { noteSession } from './sessions.ts';

/**
 * Makes a free session for one person alone and gives its other seat to a practice bot. Tells every outcome by toasts. Resolves with
 * the session; null when there is none.
 */
export async function practise(sessionName: string): Promise<Session | null> {
  const session = await createSession({
    sessionName,
    gameMode: 'cross-chain-battle',
    maxPlayers: MIN_PLAYERS,
    entryFee: 0,
    timeLimit: DEFAULT_TIME_LIMIT_S,
  });
  if (session !== null) void inviteBot(session.id);
  return session;
}

/** Gives the other seat to a bot. A person who leaves the page meanwhile adds one in the room. */
async function inviteBot(id: string): Promise<void> {
  try {
    noteSession(await ask(CALLS.addBot, { params: { id }, body: {} }));
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    say.refused(error.code === null ? '' : error.message);
  }
}
