import type { Mute } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, type MuteRow, perDatabase, sql } from '../platform/database/index.ts';

/** Whom the operator keeps from writing, for how long and why. */
export interface MutePlan extends Pick<MuteRow, 'address' | 'reason' | 'by'> {
  /** 0 lets somebody write again. */
  readonly minutes: number;
}

const MINUTE_MS = 60_000;

const statements = perDatabase((db) => ({
  find: db.prepare<[string, number], MuteRow>('SELECT * FROM mutes WHERE address = ? AND until > ?'),
}));

/** The mute of a writer, by a message's `user_id`; null when there is none in force. */
export const findMute = (db: Database, userId: string, nowMs: number): Mute | null =>
  statements(db).find.get(userId, Math.floor(nowMs)) ?? null;

/** Every mute in force, those that end first at the beginning. */
export const mutesOf = (db: Database, nowMs: number): Mute[] =>
  db.all<MuteRow>(sql.selectFrom('mutes').selectAll().where('until', '>', Math.floor(nowMs)).orderBy('until'));

/** Keeps somebody from writing from now on, or lets them write again; with the audit log, and forgetting mutes that are over. */
export function mutePlayer({ db, now }: Pick<Context, 'db' | 'now'>, { address, minutes, reason, by }: MutePlan): void {
  const since = Math.floor(now());
  const row: MuteRow = { address, until: since + minutes * MINUTE_MS, reason, by, since };
  db.transaction(() => {
    db.run(sql.deleteFrom('mutes').where(({ or, eb }) => or([eb('address', '=', address), eb('until', '<=', since)])));
    if (minutes > 0) db.run(sql.insertInto('mutes').values(row));
    recordAuditEvent(db, { by, act: minutes > 0 ? 'mute' : 'unmute', subject: address, reason }, since);
  });
}
