import { type RawBuilder, sql } from 'kysely';
import type { CopiedTable } from './copied-tables.ts';
import type { Database } from './database.ts';

/** Rows that are read and written at once. */
const BATCH = 500;

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** All rows of a table in the order of its primary key, a batch at a time. */
export async function* readRows(db: Database, { name, key }: CopiedTable): AsyncGenerator<readonly Row[], undefined> {
  const columns = columnsOf(key);
  let last: Row | undefined;
  for (;;) {
    const after = last === undefined ? sql`` : sql`WHERE (${columns}) > (${valuesOf(last, key)})`;
    const query = sql<Row>`SELECT * FROM ${sql.table(name)} ${after} ORDER BY ${columns} LIMIT ${sql.lit(BATCH)}`;
    const { rows } = await query.execute(db);
    last = rows.at(-1);
    if (last === undefined) return undefined;
    yield rows;
  }
}

/** Counts the rows of a table. */
export async function countRows(db: Database, { name }: CopiedTable): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a table has a row. */
export async function hasRows(db: Database, { name }: CopiedTable): Promise<boolean> {
  return (await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db)).rows.length > 0;
}

/** Inserts rows, without their references to each other. */
export async function insertRows(db: Database, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const tuples = rows.map((row) => {
    const stored = table.ownReference === undefined ? row : { ...row, [table.ownReference]: null };
    return sql`(${valuesOf(stored, columns)})`;
  });
  await sql`INSERT INTO ${sql.table(table.name)} (${columnsOf(columns)}) VALUES ${sql.join(tuples)}`.execute(db);
}

/** Writes the references of rows to other rows of their table. */
export async function insertReferences(db: Database, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const { name, key, ownReference } = table;
  if (ownReference === undefined) return;
  for (const row of rows) {
    const value = row[ownReference];
    if (value === null) continue;
    const change = sql`UPDATE ${sql.table(name)} SET ${sql.ref(ownReference)} = ${value}`;
    await sql`${change} WHERE (${columnsOf(key)}) = (${valuesOf(row, key)})`.execute(db);
  }
}

/** Why a value cannot be copied exactly; undefined when it can. */
export async function findWrongValue(source: Database, table: CopiedTable, row: Row): Promise<string | undefined> {
  // PostgreSQL stores no such value, and rejects numbers that are not exact when it is read.
  if (source.engine.name === 'postgres') return undefined;
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) return `${column} is a number beyond 2^53`;
    if (typeof value !== 'string') continue;
    // An earlier version may have written it.
    if (value.includes('\0')) return `${column} contains the character NUL, which PostgreSQL cannot store`;
    if (value.includes('\u{fffd}') && !(await isUtf8(source, table, row, column))) return `${column} is not UTF-8 text`;
  }
  return undefined;
}

/** Whether a text that contains U+FFFD really does. SQLite stores any bytes as text, and what is no UTF-8 is read as U+FFFD. */
async function isUtf8(db: Database, { name, key }: CopiedTable, row: Row, column: string): Promise<boolean> {
  const bytes = sql<{
    readonly bytes: Buffer;
  }>`SELECT CAST(${sql.ref(column)} AS BLOB) AS bytes FROM ${sql.table(name)}`;
  const { rows } = await sql<{
    readonly bytes: Buffer;
  }>`${bytes} WHERE (${columnsOf(key)}) = (${valuesOf(row, key)})`.execute(db);
  return rows[0]?.bytes.equals(Buffer.from(row[column] as string)) === true;
}

/** Describes a row by its primary key. */
export const describeRow = ({ name, key }: CopiedTable, row: Row): string =>
  `the row of ${name} with ${key.map((column) => `${column} = ${JSON.stringify(row[column])}`).join(' and ')}`;

/** Whether two rows have the same columns and values. */
export function areRowsEqual(one: Row, other: Row): boolean {
  const columns = Object.keys(one);
  return (
    columns.length === Object.keys(other).length &&
    columns.every((column) => areValuesEqual(one[column], other[column]))
  );
}

const areValuesEqual = (one: unknown, other: unknown): boolean =>
  one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;

const columnsOf = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

const valuesOf = (row: Row, names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => row[name]));
