import type { Context } from '../platform/context/index.ts';
import { type Database, type PauseRow, perDatabase, sql } from '../platform/database/index.ts';
import { recordAuditEvent } from '../platform/audit/index.ts';

/** What is to be paused, by whom and why. */
export type PausePlan = Pick<PauseRow, 'kind' | 'by' | 'reason'>;

const statements = perDatabase((db) => ({
  any: db.prepare<[], 1>('SELECT 1 FROM pauses LIMIT 1').pluck(),
  find: db.prepare<[PauseRow['kind']], PauseRow>('SELECT * FROM pauses WHERE kind = ?'),
}));

/**
 * Whether paid play is paused: no paid session is made or joined, no Solo ticket issued and no upgrade sold. What has begun goes on:
 * payments on their way count, sessions start, battles and rounds are paid, and withdrawals are made.
 */
export const isPaused = (db: Database): boolean => statements(db).any.get() !== undefined;

/** The pause of a kind; undefined when there is none. */
export const findPause = (db: Database, kind: PauseRow['kind']): PauseRow | undefined => statements(db).find.get(kind);

/** Pauses paid play, and writes that into the audit log. What is paused already keeps its beginning and gets the new reason. */
export function pause({ db, now }: Pick<Context, 'db' | 'now'>, { kind, by, reason }: PausePlan): void {
  const since = Math.floor(now());
  const query = sql.insertInto('pauses').values({ kind, since, by, reason });
  db.transaction(() => {
    db.run(query.onConflict((conflict) => conflict.column('kind').doUpdateSet({ by, reason })));
    recordAuditEvent(db, { by, act: 'pause', subject: '', reason }, since);
  });
}

/** Takes a pause back, and writes that into the audit log. False, and nothing is changed, when there is none. */
export function resume({ db, now }: Pick<Context, 'db' | 'now'>, { kind, by, reason }: PausePlan): boolean {
  return db.transaction(() => {
    if (db.run(sql.deleteFrom('pauses').where('kind', '=', kind)) === 0) return false;
    recordAuditEvent(db, { by, act: 'resume', subject: '', reason }, now());
    return true;
  });
}
