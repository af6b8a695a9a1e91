import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, JoinForm, Session } from '@popfray/protocol';
import type { HostAnswer, HostQuestion } from '@popfray/protocol/socket';
import type { Context, Desk } from '../platform/context/index.ts';
import { checkProof } from '../cross-chain/index.ts';
import { takeNews } from './news.ts';
import {
  findSeat,
  findSession,
  joinForeign,
  leaveSession,
  setReady,
  showSession,
  startSession,
} from '../sessions/index.ts';

/** The seat that a question is about has changed. Only a join gives a seat. */
type Answer = Result<HostAnswer['seat'], FailureCode>;

/**
 * What this platform answers the cross-chain server with for the sessions that it hosts. That server is a messenger and is believed
 * nothing about seats: a join's proof is checked again, and for the rest it speaks for players of other chains alone. `socketUrl` is
 * where a battle is entered.
 */
export const createDesk = (context: Context, socketUrl: string, revise: () => number, connected: () => void): Desk => ({
  async ask(question) {
    const answer = await answerTo(context, socketUrl, question);
    if (!answer.ok) return answer;
    // Taken before the session is read, so that an older state never gets the higher number.
    const revision = revise();
    const session = await findSession(context.db, question.sessionId);
    if (session === undefined) return err('ERR_SESSION_UNKNOWN');
    return ok({ session: await showSession(context, session), seat: answer.value, revision });
  },
  notify: async (news) => takeNews(context, news),
  connected,
});

async function answerTo(context: Context, socketUrl: string, question: HostQuestion): Promise<Answer> {
  const { type, sessionId } = question;
  if (type === 'join') return join(context, socketUrl, sessionId, question.form);
  const { userId } = question;
  const seat = await findSeat(context.db, sessionId, userId);
  if (seat === undefined || seat.chain === context.blockchain || seat.bot_skill !== null)
    return err('ERR_SEAT_UNKNOWN');
  switch (type) {
    case 'leave':
      return withoutSeat(await leaveSession(context, sessionId, userId));
    case 'ready':
      return withoutSeat(await setReady(context, sessionId, userId, question.isReady));
    case 'start':
      return withoutSeat(await startSession(context, sessionId, userId));
  }
}

async function join(context: Context, socketUrl: string, sessionId: string, form: JoinForm): Promise<Answer> {
  const proven = checkProof(sessionId, form, context.now());
  if (!proven.ok) return proven;
  // Players of this platform's chain join here, where their fee is asked for.
  if (proven.value.chain === context.blockchain) return err('ERR_SESSION_HERE');
  const joined = await joinForeign(context, sessionId, proven.value);
  if (!joined.ok) return joined;
  return ok({ socketUrl, token: joined.value.token });
}

const withoutSeat = (changed: Result<Session, FailureCode>): Answer => (changed.ok ? ok(null) : changed);
