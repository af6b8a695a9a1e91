import type { Context } from '../platform/context/index.ts';
import { sql } from '../platform/database/index.ts';

/** How long a session's chat is kept after its end, ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Forgets the chat of sessions that ended long ago, with what was reported of it. Returns how many messages that were. */
export function forgetChat({ db, now }: Pick<Context, 'db' | 'now'>): number {
  const beforeMs = Math.floor(now()) - KEPT_MS;
  const old = sql.selectFrom('sessions').select('id').where('ended_at', '<', beforeMs);
  const messages = sql.selectFrom('chat_messages').select('id').where('session_id', 'in', old);
  return db.transaction(() => {
    db.run(sql.deleteFrom('chat_reports').where('message_id', 'in', messages));
    return db.run(sql.deleteFrom('chat_messages').where('session_id', 'in', old));
  });
}
