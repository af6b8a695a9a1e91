import { CALLS, DEFAULT_TIME_LIMIT_S, makeTrx, MIN_PLAYERS, type Session } from '@popfray/protocol';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { refusalOf } from '../api/retry.ts';
import { createSession } from './entering.ts';
import { say } from './say.ts';
import { noteSession } from './sessions.ts';

/** ms between two looks whether the fee is final. */
const LOOK_MS = 1_500;

/**
 * Makes a session for one person alone and gives its other seat to a practice bot: at once, or when the fee is final. Tells every
 * outcome by toasts. Resolves with the session; null when there is none.
 */
export async function practise(sessionName: string, feeSun: number): Promise<Session | null> {
  const session = await createSession({
    sessionName,
    gameMode: 'cross-chain-battle',
    maxPlayers: MIN_PLAYERS,
    entryFee: makeTrx(feeSun),
    timeLimit: DEFAULT_TIME_LIMIT_S,
  });
  if (session !== null) void inviteBot(session);
  return session;
}

/** Adds the bot as soon as the session waits for players. A person who leaves the page meanwhile adds one in the room. */
async function inviteBot({ id, status }: Session): Promise<void> {
  let now = status;
  while (now === 'draft') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    now = await lookAt(id);
  }
  if (now !== 'waiting') return;
  try {
    noteSession(await ask(CALLS.addBot, { params: { id }, body: {} }));
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    say.refused(error.code === null ? '' : error.message);
  }
}

/** Where a session stands; as before while the server does not tell. */
async function lookAt(id: string): Promise<Session['status']> {
  try {
    return (await ask(CALLS.getSession, { params: { id } })).status;
  } catch (error) {
    return refusalOf(error) === null ? 'draft' : 'cancelled';
  }
}
