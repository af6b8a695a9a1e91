import { execute, fetchValues } from './raw-query.fixture.ts';
import type { Database } from './index.ts';

/** Changes what the database would not let anybody change, as a fault or a thief would: past its triggers and references. */
export async function damage(db: Database, ...statements: readonly string[]): Promise<void> {
  if (db.engine.name === 'postgres') {
    await db.inTransaction(async () => {
      await execute(db, 'SET LOCAL session_replication_role = replica');
      for (const statement of statements) await execute(db, statement);
    });
    return;
  }
  const triggers = await fetchValues<string>(db, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`);
  for (const name of triggers) await execute(db, `DROP TRIGGER ${name}`);
  await execute(db, 'PRAGMA foreign_keys = OFF');
  for (const statement of statements) await execute(db, statement);
}
