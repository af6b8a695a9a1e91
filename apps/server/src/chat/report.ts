import { err, ok, type Result } from '@popfray/chain';
import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import { findSession } from '../sessions/session.ts';
import { findMessage } from './message.ts';

/** A player's complaint. */
export interface Complaint {
  readonly sessionId: string;
  readonly messageId: string;
  readonly reason: string;
}

/** Writes a complaint about a message down and tells the operator. The same player's second one of a message changes nothing. */
export function reportChat(
  context: Context,
  reporter: string,
  { sessionId, messageId, reason }: Complaint,
): Result<Record<never, never>, FailureCode> {
  const { db, log } = context;
  if (findSession(db, sessionId) === undefined) return err('ERR_SESSION_UNKNOWN');
  if (findMessage(db, messageId)?.session_id !== sessionId) return err('ERR_CHAT_UNKNOWN');
  const query = sql
    .insertInto('chat_reports')
    .values({ message_id: messageId, reporter, reason: reason.trim(), created_at: Math.floor(context.now()) })
    .onConflict((conflict) => conflict.doNothing());
  if (db.run(query) === 1)
    log({ event: 'notice', about: 'chat', id: messageId, message: `${reporter} reports a message of ${sessionId}` });
  return ok({});
}
