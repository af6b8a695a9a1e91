import type { Mute } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, type MuteRow, sql } from '../platform/database/index.ts';

/** A mute by the operator: address, duration and reason. */
export interface MutePlan extends Pick<MuteRow, 'address' | 'reason' | 'by'> {
  /** 0 ends the mute. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;

/** The mute of a writer, by a message's `user_id`; null when there is none in force. */
export const findMute = (db: Database, userId: string, nowMs: number): Mute | null =>
  db.get(sql.selectFrom('mutes').selectAll().where('address', '=', userId).where('until', '>', Math.floor(nowMs))) ??
  null;

/** Every mute in force, those that end first at the beginning. */
export const mutesOf = (db: Database, nowMs: number): Mute[] =>
  db.all(sql.selectFrom('mutes').selectAll().where('until', '>', Math.floor(nowMs)).orderBy('until'));

/** Mutes a player, or ends the mute. Writes the audit log, and deletes mutes that are over. */
export function mutePlayer({ db, now }: Pick<Context, 'db' | 'now'>, { address, minutes, reason, by }: MutePlan): void {
  const since = Math.floor(now());
  const row: MuteRow = { address, until: since + minutes * MINUTE_MS, reason, by, since };
  db.transaction(() => {
    db.run(sql.deleteFrom('mutes').where(({ or, eb }) => or([eb('address', '=', address), eb('until', '<=', since)])));
    if (minutes > 0) db.run(sql.insertInto('mutes').values(row));
    recordAuditEvent(db, { by, act: minutes > 0 ? 'mute' : 'unmute', subject: address, reason }, since);
  });
}
