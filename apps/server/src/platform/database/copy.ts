import { sql } from 'kysely';
import {
  areRowsEqual,
  countRows,
  describeRow,
  findWrongValue,
  hasRows,
  insertReferences,
  insertRows,
  readRows,
} from './copied-rows.ts';
import { type CopiedTable, TABLES } from './copied-tables.ts';
import type { Database } from './database.ts';

/** Why a copy failed. */
export interface CopyError {
  readonly code: 'ERR_COPY_NOT_EMPTY' | 'ERR_COPY_VALUE' | 'ERR_COPY_DIFFERS' | 'ERR_COPY_AUDIT' | 'ERR_COPY_FAILED';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Rows that were copied and compared, in all tables. */
export interface Copied {
  readonly rows: number;
}

/** How far a copy is. */
export interface CopyProgress {
  readonly step: 'copied' | 'compared';
  readonly table: string;
  /** Rows of the table that are done, and all that it has. */
  readonly rows: number;
  readonly of: number;
}

/** What the caller does during a copy. */
export interface CopyOptions {
  /** Is called after each batch of rows, and for a table without rows once. After a conflict on PostgreSQL a copy starts again. */
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Checks the copy before it is committed. */
  readonly check?: (target: Database) => Promise<CopyError | undefined>;
}

/** Rolls the copy back, and is returned as an error. */
class CopyRefusal extends Error {
  readonly error: CopyError;

  constructor(error: CopyError) {
    super(error.message);
    this.error = error;
  }
}

/**
 * Copies every row of one database into another, which is empty, and compares the two row by row. All of it is one transaction of the target, so a
 * copy that fails or is interrupted leaves the target empty. Memory is needed for a batch of rows only.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  { onProgress = () => undefined, check }: CopyOptions = {},
): Promise<Copied | CopyError> {
  let activity = 'at its start';
  const report = (progress: CopyProgress): void => {
    activity = `after ${progress.rows} of ${progress.of} rows of ${progress.table} were ${progress.step}`;
    onProgress(progress);
  };
  try {
    return await source.inSnapshot(async () => {
      await liftTimeouts(source);
      return target.inTransaction(async () => {
        await liftTimeouts(target);
        for (const table of TABLES) if (await hasRows(target, table)) throw new CopyRefusal(notEmpty(target, table));
        let rows = 0;
        for (const table of TABLES) rows += await copyTable(source, target, table, report);
        const wrong = (await compareDatabases(source, target, report)) ?? (await check?.(target));
        if (wrong !== undefined) throw new CopyRefusal(wrong);
        return { rows };
      });
    });
  } catch (error) {
    if (error instanceof CopyRefusal) return error.error;
    const message = `The copy failed ${activity}, and nothing of it stays: ${(error as Error).message}.`;
    return { code: 'ERR_COPY_FAILED', message };
  }
}

const notEmpty = ({ engine }: Database, { name }: CopiedTable): CopyError => ({
  code: 'ERR_COPY_NOT_EMPTY',
  message: `${engine.label} has rows already, in ${name}. Copy into a new database.`,
});

/** Lets the statements of a transaction on PostgreSQL take as long as they need: tables are counted and audited as a whole. */
async function liftTimeouts(db: Database): Promise<void> {
  if (db.engine.name !== 'postgres') return;
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db);
}

async function copyTable(
  source: Database,
  target: Database,
  table: CopiedTable,
  report: (progress: CopyProgress) => void,
): Promise<number> {
  const progress = { step: 'copied', table: table.name, of: await countRows(source, table) } as const;
  let count = 0;
  report({ ...progress, rows: count });
  for await (const rows of readRows(source, table)) {
    for (const row of rows) {
      const wrong = await findWrongValue(source, table, row);
      if (wrong === undefined) continue;
      const message = `In ${describeRow(table, row)}, ${wrong}. Correct it in ${source.engine.label}, and copy again.`;
      throw new CopyRefusal({ code: 'ERR_COPY_VALUE', message });
    }
    await insertRows(target, table, rows);
    count += rows.length;
    report({ ...progress, rows: count });
  }
  if (table.ownReference !== undefined)
    for await (const rows of readRows(source, table)) await insertReferences(target, table, rows);
  if (target.engine.name === 'postgres') await finishPostgresTable(target, table);
  return count;
}

/** Numbers new rows after those that were copied, and counts the rows for the planner of the audit's queries. SQLite needs neither. */
async function finishPostgresTable(db: Database, { name }: CopiedTable): Promise<void> {
  const { rows } = await sql<{ readonly column: string }>`
    SELECT attname AS column FROM pg_attribute
    WHERE attrelid = ${name}::regclass AND attidentity != '' AND NOT attisdropped`.execute(db);
  for (const { column } of rows) {
    const highest = sql`(SELECT max(${sql.ref(column)}) FROM ${sql.table(name)})`;
    await sql`SELECT setval(pg_get_serial_sequence(${name}, ${column}), ${highest}) WHERE ${highest} IS NOT NULL`.execute(
      db,
    );
  }
  await sql`ANALYZE ${sql.table(name)}`.execute(db);
}

/** Compares all rows of two databases. Returns the first difference as an error. */
export async function compareDatabases(
  source: Database,
  target: Database,
  report: (progress: CopyProgress) => void = () => undefined,
): Promise<CopyError | undefined> {
  for (const table of TABLES) {
    const progress = { step: 'compared', table: table.name, of: await countRows(source, table) } as const;
    let count = 0;
    const copies = readRows(target, table);
    for await (const rows of readRows(source, table)) {
      const { value: others = [] } = await copies.next();
      for (const [at, row] of rows.entries()) {
        const other = others[at];
        if (other === undefined || !areRowsEqual(row, other)) return differs(describeRow(table, row));
      }
      const more = others[rows.length];
      if (more !== undefined) return differs(describeRow(table, more));
      count += rows.length;
      report({ ...progress, rows: count });
    }
    const { value: more } = await copies.next();
    if (more?.[0] !== undefined) return differs(describeRow(table, more[0]));
  }
  return undefined;
}

const differs = (row: string): CopyError => ({
  code: 'ERR_COPY_DIFFERS',
  message: `The two databases differ in ${row}. Make sure that no program uses them, and copy again into a new database.`,
});
