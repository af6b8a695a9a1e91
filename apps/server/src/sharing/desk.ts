import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode, JoinForm, Session } from '@popfray/protocol';
import type { HostAnswer, HostQuestion } from '@popfray/protocol/socket';
import type { Context, Desk } from '../platform/context/index.ts';
import { checkProof } from '../cross-chain/index.ts';
import { takeNews } from './news.ts';
import { findSeat, joinForeign, leaveSession, setReady, startSession } from '../sessions/index.ts';

type Answer = Result<Omit<HostAnswer, 'revision'>, FailureCode>;

/**
 * What this platform answers the cross-chain server with for the sessions that it hosts. That server is a messenger and is believed
 * nothing about seats: a join's proof is checked again, and for the rest it speaks for players of other chains alone. `socketUrl` is
 * where a battle is entered.
 */
export const createDesk = (context: Context, socketUrl: string, revise: () => number, connected: () => void): Desk => ({
  ask(question) {
    const answer = answerTo(context, socketUrl, question);
    return Promise.resolve(answer.ok ? ok({ ...answer.value, revision: revise() }) : answer);
  },
  notify: (news) => takeNews(context, news),
  connected,
});

function answerTo(context: Context, socketUrl: string, question: HostQuestion): Answer {
  const { type, sessionId } = question;
  if (type === 'join') return join(context, socketUrl, sessionId, question.form);
  const { userId } = question;
  const seat = findSeat(context.db, sessionId, userId);
  if (seat === undefined || seat.chain === context.blockchain || seat.bot_skill !== null)
    return err('ERR_SEAT_UNKNOWN');
  switch (type) {
    case 'leave':
      return withoutSeat(leaveSession(context, sessionId, userId));
    case 'ready':
      return withoutSeat(setReady(context, sessionId, userId, question.isReady));
    case 'start':
      return withoutSeat(startSession(context, sessionId, userId));
  }
}

function join(context: Context, socketUrl: string, sessionId: string, form: JoinForm): Answer {
  const proven = checkProof(sessionId, form, context.now());
  if (!proven.ok) return proven;
  // Players of this platform's chain join here, where their fee is asked for.
  if (proven.value.chain === context.blockchain) return err('ERR_SESSION_HERE');
  const joined = joinForeign(context, sessionId, proven.value);
  if (!joined.ok) return joined;
  const { session, token } = joined.value;
  return ok({ session, seat: { socketUrl, token } });
}

const withoutSeat = (changed: Result<Session, FailureCode>): Answer =>
  changed.ok ? ok({ session: changed.value, seat: null }) : changed;
