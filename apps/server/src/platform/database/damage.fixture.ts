import type { Database } from './database.ts';

/** Changes what the database would not let anybody change, as a fault or a thief would: past its triggers and references. */
export function damage(db: Database, ...statements: readonly string[]): void {
  const triggers = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all();
  for (const name of triggers) db.prepare(`DROP TRIGGER ${name}`).run();
  db.prepare('PRAGMA foreign_keys = OFF').run();
  for (const statement of statements) db.prepare(statement).run();
}
