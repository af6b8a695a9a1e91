import type { Context } from '../platform/context/index.ts';
import { perDatabase, type SessionRow } from '../platform/database/index.ts';

/** How long a session that was never played is stored, ms. No transaction for its fee can live longer than a day. */
const REMEMBERED_MS = 2 * 24 * 60 * 60_000;

/** Delay after all sessions were checked, ms. */
const REST_MS = 24 * 60 * 60_000;

/** Most sessions that one turn checks. */
const TURN = 100;

type Ended = Pick<SessionRow, 'id' | 'status'> & { readonly ended_at: number };

/** The start of a pass over all sessions. */
const FIRST: Pick<Ended, 'id' | 'ended_at'> = { id: '', ended_at: 0 };

/** Rows that refer to a session: its money, its chat, or its rematch. */
const MENTIONS = `
  SELECT 1 FROM payments WHERE session_id = @id
  UNION ALL SELECT 1 FROM chat_messages WHERE session_id = @id
  UNION ALL SELECT 1 FROM sessions WHERE rematch_of = @id LIMIT 1`;

const statements = perDatabase((db) => ({
  ended: db.prepare<[number, number, string], Ended>(
    `SELECT id, status, ended_at FROM sessions WHERE ended_at < ? AND (ended_at, id) > (?, ?) ORDER BY ended_at, id LIMIT ${TURN}`,
  ),
  forgetIntents: db.prepare<[string]>(
    "DELETE FROM payments WHERE session_id = ? AND status IN ('cancelled', 'expired') AND check_at IS NULL",
  ),
  mentions: db.prepare<[{ id: string }]>(MENTIONS),
  forgetSeats: db.prepare<[string]>('DELETE FROM seats WHERE session_id = ?'),
  forget: db.prepare<[string]>('DELETE FROM sessions WHERE id = ?'),
}));

/**
 * The worker's task on sessions that ended long ago: deletes those that were never played and that no payment refers to, because anyone can create
 * many of them. Battles, payments and refunds are kept.
 */
export function createForgetting({ db, now }: Pick<Context, 'db' | 'now'>): () => void {
  let last = FIRST;
  let restsUntil = 0;
  return () => {
    if (now() < restsUntil) return;
    const old = statements(db).ended.all(Math.floor(now()) - REMEMBERED_MS, last.ended_at, last.id);
    db.transaction(() => {
      for (const { id, status } of old) if (status !== 'settled') forget(id);
    });
    last = old.at(-1) ?? FIRST;
    if (old.length === 0) restsUntil = now() + REST_MS;
  };

  function forget(id: string): void {
    const { forgetIntents, mentions, forgetSeats, forget: forgetSession } = statements(db);
    forgetIntents.run(id);
    if (mentions.get({ id }) !== undefined) return;
    forgetSeats.run(id);
    forgetSession.run(id);
  }
}
