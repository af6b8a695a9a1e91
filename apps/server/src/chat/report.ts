import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import { findMessage } from './message.ts';

/** A player's complaint. */
export interface Complaint {
  readonly sessionId: string;
  readonly messageId: string;
  readonly reason: string;
}

/** Writes a complaint about a message down and tells the operator. The same player's second one of a message changes nothing. Returns why it cannot be. */
export async function reportChat(
  context: Context,
  reporter: string,
  { sessionId, messageId, reason }: Complaint,
): Promise<FailureCode | null> {
  const { db, log } = context;
  const reported = await db.inTransaction(async (): Promise<Result<boolean, FailureCode>> => {
    if ((await findSession(db, sessionId)) === undefined) return err('ERR_SESSION_UNKNOWN');
    if ((await findMessage(db, messageId))?.session_id !== sessionId) return err('ERR_CHAT_UNKNOWN');
    const query = db
      .insertInto('chat_reports')
      .values({ message_id: messageId, reporter, reason: reason.trim(), created_at: Math.floor(context.now()) })
      .onConflict((conflict) => conflict.doNothing());
    return ok((await db.countChanges(query)) === 1);
  });
  if (!reported.ok) return reported.error;
  if (reported.value)
    log({ event: 'notice', about: 'chat', id: messageId, message: `${reporter} reports a message of ${sessionId}` });
  return null;
}
