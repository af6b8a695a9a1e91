import type { Mute } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database, MuteRow } from '../platform/database/index.ts';

/** A mute by the operator: address, duration and reason. */
export interface MutePlan extends Pick<MuteRow, 'address' | 'reason' | 'by'> {
  /** 0 ends the mute. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;

/** The mute of a writer, by a message's `user_id`; null when there is none in force. */
export const findMute = async (db: Database, userId: string, nowMs: number): Promise<Mute | null> =>
  (await db
    .selectFrom('mutes')
    .selectAll()
    .where('address', '=', userId)
    .where('until', '>', Math.floor(nowMs))
    .executeTakeFirst()) ?? null;

/** Every mute in force, those that end first at the beginning. */
export const mutesOf = async (db: Database, nowMs: number): Promise<Mute[]> =>
  db.selectFrom('mutes').selectAll().where('until', '>', Math.floor(nowMs)).orderBy('until').execute();

/** Mutes a player, or ends the mute. Writes the audit log, and deletes mutes that are over. */
export async function mutePlayer(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { address, minutes, reason, by }: MutePlan,
): Promise<void> {
  const since = Math.floor(now());
  const row: MuteRow = { address, until: since + minutes * MINUTE_MS, reason, by, since };
  await db.inTransaction(async () => {
    await db
      .deleteFrom('mutes')
      .where(({ or, eb }) => or([eb('address', '=', address), eb('until', '<=', since)]))
      .execute();
    if (minutes > 0) await db.insertInto('mutes').values(row).execute();
    await recordAuditEvent(db, { by, act: minutes > 0 ? 'mute' : 'unmute', subject: address, reason }, since);
  });
}
