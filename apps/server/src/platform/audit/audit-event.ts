import type { AuditPage } from '@popfray/protocol/admin';
import type { ActRow, Database } from '../database/index.ts';

/** The operator of an event that no person caused. */
export const SERVER = 'server';

/** An audited action: who did it, what was done, to what, and why. */
export interface AuditEvent extends Pick<ActRow, 'by' | 'act' | 'subject' | 'reason'> {}

/** Writes an event into the audit log, in the transaction of the action itself. */
export const recordAuditEvent = async (db: Database, event: AuditEvent, nowMs: number): Promise<void> => {
  await db
    .insertInto('acts')
    .values({ ...event, at: Math.floor(nowMs) })
    .execute();
};

/** Selects audit events: those about one subject, those before one id. */
interface AuditFilter {
  readonly subject?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The newest events of one kind. */
export const auditEventsOfAct = async (db: Database, act: ActRow['act'], limit: number): Promise<AuditPage['lines']> =>
  db.selectFrom('acts').selectAll().where('act', '=', act).orderBy('id', 'desc').limit(limit).execute();

/** A page of the audit log, the newest first. */
export async function auditEventsOf(db: Database, { subject, before, limit }: AuditFilter): Promise<AuditPage> {
  let query = db.selectFrom('acts').selectAll();
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const lines = rows.slice(0, limit);
  return { lines, next: rows.length > limit ? (lines.at(-1)?.id ?? null) : null };
}
