import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { sql } from '../platform/database/index.ts';
import { findSession } from '../sessions/index.ts';
import { findMessage } from './message.ts';

/** A player's complaint. */
export interface Complaint {
  readonly sessionId: string;
  readonly messageId: string;
  readonly reason: string;
}

/** Writes a complaint about a message down and tells the operator. The same player's second one of a message changes nothing. Returns why it cannot be. */
export function reportChat(
  context: Context,
  reporter: string,
  { sessionId, messageId, reason }: Complaint,
): FailureCode | null {
  const { db, log } = context;
  if (findSession(db, sessionId) === undefined) return 'ERR_SESSION_UNKNOWN';
  if (findMessage(db, messageId)?.session_id !== sessionId) return 'ERR_CHAT_UNKNOWN';
  const query = sql
    .insertInto('chat_reports')
    .values({ message_id: messageId, reporter, reason: reason.trim(), created_at: Math.floor(context.now()) })
    .onConflict((conflict) => conflict.doNothing());
  if (db.run(query) === 1)
    log({ event: 'notice', about: 'chat', id: messageId, message: `${reporter} reports a message of ${sessionId}` });
  return null;
}
