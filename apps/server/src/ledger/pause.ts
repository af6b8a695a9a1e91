import type { Context } from '../platform/context/index.ts';
import { type Database, type PauseRow, sql } from '../platform/database/index.ts';
import { recordAuditEvent } from '../platform/audit/index.ts';

/** The kind of a pause, who orders it, and why. */
export type PausePlan = Pick<PauseRow, 'kind' | 'by' | 'reason'>;

/**
 * Whether paid play is paused. During a pause no paid session is created or joined, no Solo ticket is issued and no upgrade is sold. Everything that
 * has begun continues: payments are applied, sessions start, battles and rounds are paid out, and withdrawals are made.
 */
export const isPaused = (db: Database): boolean =>
  db.get(sql.selectFrom('pauses').select('kind').limit(1)) !== undefined;

/** The pause of a kind; undefined when there is none. */
export const findPause = (db: Database, kind: PauseRow['kind']): PauseRow | undefined =>
  db.get(sql.selectFrom('pauses').selectAll().where('kind', '=', kind));

/** Pauses paid play and records that in the audit log. An existing pause of this kind keeps its start and gets the new reason. */
export function pause({ db, now }: Pick<Context, 'db' | 'now'>, { kind, by, reason }: PausePlan): void {
  const since = Math.floor(now());
  db.transaction(() => {
    db.run(
      sql
        .insertInto('pauses')
        .values({ kind, since, by, reason })
        .onConflict((conflict) => conflict.column('kind').doUpdateSet({ by, reason })),
    );
    recordAuditEvent(db, { by, act: 'pause', subject: '', reason }, since);
  });
}

/** Ends a pause and records that in the audit log. Returns false, and changes nothing, when there is no pause. */
export function resume({ db, now }: Pick<Context, 'db' | 'now'>, { kind, by, reason }: PausePlan): boolean {
  return db.transaction(() => {
    if (db.run(sql.deleteFrom('pauses').where('kind', '=', kind)) === 0) return false;
    recordAuditEvent(db, { by, act: 'resume', subject: '', reason }, now());
    return true;
  });
}
