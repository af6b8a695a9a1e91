import type { NotNull } from 'kysely';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';

/** How long a session that was never played is stored, ms. No transaction for its fee can live longer than a day. */
const REMEMBERED_MS = 2 * 24 * 60 * 60_000;

/** Delay after all sessions were checked, ms. */
const REST_MS = 24 * 60 * 60_000;

/** Most sessions that one turn checks. */
const TURN = 100;

/** Place of a session in the order of the ends. */
interface Place {
  readonly ended_at: number;
  readonly id: string;
}

/** The start of a pass over all sessions. */
const FIRST: Place = { ended_at: 0, id: '' };

/** The sessions that ended before a time and come after a place, in the order of their ends. */
const endedSessions = async (db: Database, beforeMs: number, after: Place) =>
  db
    .selectFrom('sessions')
    .select(['id', 'status', 'ended_at'])
    .where('ended_at', '<', beforeMs)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('ended_at', 'id'), '>', tuple(after.ended_at, after.id)))
    .orderBy('ended_at')
    .orderBy('id')
    .limit(TURN)
    .$narrowType<{ ended_at: NotNull }>()
    .execute();

/** Whether a row refers to a session: its money, its chat, its rematch, or the public list of commitments, which leads to its receipt. */
const isMentioned = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('session_id', '=', id)
    .unionAll(db.selectFrom('chat_messages').select('id').where('session_id', '=', id))
    .unionAll(db.selectFrom('sessions').select('id').where('rematch_of', '=', id))
    .unionAll(db.selectFrom('commitments').select('commitment as id').where('session_id', '=', id))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Deletes a session that was never played, with its seats, unless something refers to it. */
async function forget(db: Database, id: string): Promise<void> {
  await db
    .deleteFrom('payments')
    .where('session_id', '=', id)
    .where('status', 'in', ['cancelled', 'expired'])
    .where('check_at', 'is', null)
    .execute();
  if (await isMentioned(db, id)) return;
  await db.deleteFrom('solo_rounds').where('session_id', '=', id).execute();
  await db.deleteFrom('seats').where('session_id', '=', id).execute();
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/**
 * The worker's task on sessions that ended long ago: deletes those that were never played and that no payment refers to, because anyone can create
 * many of them. Battles, payments and refunds are kept.
 */
export function createForgetting({ db, now }: Pick<Context, 'db' | 'now'>): () => Promise<void> {
  let last = FIRST;
  let restsUntil = 0;
  return async () => {
    if (now() < restsUntil) return;
    const old = await endedSessions(db, Math.floor(now()) - REMEMBERED_MS, last);
    await db.inTransaction(async () => {
      for (const { id, status } of old) if (status !== 'settled') await forget(db, id);
    });
    last = old.at(-1) ?? FIRST;
    if (old.length === 0) restsUntil = now() + REST_MS;
  };
}
