import type { Context } from '../platform/context/index.ts';

/** How long a session's chat is kept after its end, ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets the chat of sessions that ended long ago, with what was reported of it. Returns how many messages that were. */
export async function forgetChat({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const beforeMs = Math.floor(now()) - KEPT_MS;
  const old = db.selectFrom('sessions').select('id').where('ended_at', '<', beforeMs);
  const messages = db.selectFrom('chat_messages').select('id').where('session_id', 'in', old);
  return db.inTransaction(async () => {
    await db.deleteFrom('chat_reports').where('message_id', 'in', messages).execute();
    return db.countChanges(db.deleteFrom('chat_messages').where('session_id', 'in', old));
  });
}
