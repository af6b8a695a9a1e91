import type { AuditLine, AuditPage } from '@popfray/protocol/admin';
import { sql, type Database } from '../database/database.ts';
import type { ActRow } from '../database/schema.ts';

/** Who acts where no person did. */
export const SERVER = 'server';

/** Something done at the desk: by whom, what, to what, and why. */
export interface Act extends Pick<ActRow, 'by' | 'act' | 'subject' | 'reason'> {}

/** Writes an act into the audit log, in the transaction of what is done. */
export const addAct = (db: Database, act: Act, nowMs: number): void =>
  void db.run(sql.insertInto('acts').values({ ...act, at: Math.floor(nowMs) }));

/** Which acts are asked for: those done to one thing, those before one. */
interface ActFilter {
  readonly subject?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** A page of the audit log, the newest first. */
export function actsOf(db: Database, { subject, before, limit }: ActFilter): AuditPage {
  let query = sql.selectFrom('acts').selectAll();
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = db.all<AuditLine>(query.orderBy('id', 'desc').limit(limit + 1));
  const lines = rows.slice(0, limit);
  return { lines, next: rows.length > limit ? (lines.at(-1)?.id ?? null) : null };
}
