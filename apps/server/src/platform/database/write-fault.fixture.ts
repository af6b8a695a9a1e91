import type { Database } from './index.ts';
import { execute } from './raw-query.fixture.ts';

/** Lets every write of a kind to a table fail, as a full disk would, until `allowWrites`. */
export async function failWrites(db: Database, kind: 'INSERT' | 'UPDATE', table: string): Promise<void> {
  if (db.engine.name === 'sqlite') {
    await execute(
      db,
      `CREATE TRIGGER fault BEFORE ${kind} ON ${table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    );
    return;
  }
  await execute(
    db,
    `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''the disk is full''; END'`,
  );
  await execute(db, `CREATE TRIGGER fault BEFORE ${kind} ON ${table} FOR EACH ROW EXECUTE FUNCTION fault()`);
}

/** Ends what `failWrites` began. */
export async function allowWrites(db: Database, table: string): Promise<void> {
  if (db.engine.name === 'sqlite') {
    await execute(db, 'DROP TRIGGER fault');
    return;
  }
  await execute(db, `DROP TRIGGER fault ON ${table}`);
  await execute(db, 'DROP FUNCTION fault()');
}
