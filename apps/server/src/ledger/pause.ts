import type { Context } from '../platform/context/index.ts';
import type { Database, PauseRow } from '../platform/database/index.ts';
import { recordAuditEvent } from '../platform/audit/index.ts';

/** The kind of a pause, who orders it, and why. */
export type PausePlan = Pick<PauseRow, 'kind' | 'by' | 'reason'>;

/**
 * Whether paid play is paused. During a pause no paid session is created or joined, no solo round is opened and no upgrade is sold. Everything that
 * has begun continues: payments are applied, sessions start, battles and rounds are paid out, and withdrawals are made.
 */
export const isPaused = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('pauses').select('kind').limit(1).executeTakeFirst()) !== undefined;

/** The pause of a kind; undefined when there is none. */
export const findPause = async (db: Database, kind: PauseRow['kind']): Promise<PauseRow | undefined> =>
  db.selectFrom('pauses').selectAll().where('kind', '=', kind).executeTakeFirst();

/** Pauses paid play and records that in the audit log. An existing pause of this kind keeps its start and gets the new reason. */
export async function pause({ db, now }: Pick<Context, 'db' | 'now'>, { kind, by, reason }: PausePlan): Promise<void> {
  const since = Math.floor(now());
  await db.inTransaction(async () => {
    await db
      .insertInto('pauses')
      .values({ kind, since, by, reason })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ by, reason }))
      .execute();
    await recordAuditEvent(db, { by, act: 'pause', subject: '', reason }, since);
  });
}

/** Ends a pause and records that in the audit log. Returns false, and changes nothing, when there is no pause. */
export async function resume(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { kind, by, reason }: PausePlan,
): Promise<boolean> {
  return db.inTransaction(async () => {
    if ((await db.countChanges(db.deleteFrom('pauses').where('kind', '=', kind))) === 0) return false;
    await recordAuditEvent(db, { by, act: 'resume', subject: '', reason }, now());
    return true;
  });
}
