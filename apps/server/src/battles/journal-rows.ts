import { sql as fragment, type Compilable, type RawBuilder } from 'kysely';
import { type Database, prepareChange } from '../platform/database/index.ts';

/** One row of the journal: what happened in a battle since its last row. */
export interface JournalRow {
  readonly session_id: string;
  readonly epoch: number;
  readonly number: number;
  readonly time_ms: number;
  readonly records: Buffer;
  readonly time_slot: number;
}

/** Name of the lease under which a session's battle is played. */
export const BATTLE_LEASES = 'battle:';
export const leaseOf = (sessionId: string): string => `${BATTLE_LEASES}${sessionId}`;

/** What the rows are selected from. */
interface RowSource {
  readonly session_id: string;
  readonly epoch: number;
  readonly number: number;
  readonly time_ms: number;
  readonly records: Uint8Array;
  readonly time_slot: number;
  readonly lease: string;
}

/** SQLite gets as many rows as there are, rounded up to a multiple of this: each number of rows is another prepared statement. */
const ROWS_STEP = 64;
/** Most rows of one statement on SQLite, which allows 32,766 parameters. */
const MAX_ROWS = 1_024;
/** Parameters of a row. */
const COLUMNS = 6;

/**
 * Writes rows of many battles by one statement. A row is written only if the node still has the battle's lease, with the row's epoch. The lease's row
 * is locked meanwhile, so no other node can take it and read the journal without this row. Resolves with the number of rows written. Rows that were
 * written before are left out.
 */
export async function insertRows(db: Database, nodeId: string, rows: readonly JournalRow[]): Promise<number> {
  if (db.engine.name !== 'sqlite') return db.countChanges(makeInsert(db, nodeId, listOf(rows)));
  let count = 0;
  for (let at = 0; at < rows.length; at += MAX_ROWS)
    count += await insertOnSqlite(db, nodeId, rows.slice(at, at + MAX_ROWS));
  return count;
}

/** Binds each value of each row, which takes half of the time of reading the rows from JSON (decision 0117). */
async function insertOnSqlite(db: Database, nodeId: string, rows: readonly JournalRow[]): Promise<number> {
  const size = Math.ceil(rows.length / ROWS_STEP) * ROWS_STEP;
  const values: unknown[] = rows.flatMap(({ session_id, epoch, number, time_ms, records, time_slot }) => [
    session_id,
    epoch,
    number,
    time_ms,
    records,
    time_slot,
  ]);
  // A row without a session has no lease, so it is not written.
  while (values.length < size * COLUMNS) values.push(null);
  let insert = sqliteInserts.get(size);
  if (insert === undefined) {
    insert = prepareChange(makeSqliteInsert, 1 + size * COLUMNS);
    sqliteInserts.set(size, insert);
  }
  return insert(db, nodeId, ...values);
}

/** The statements of SQLite by their number of rows. */
const sqliteInserts = new Map<number, (db: Database, nodeId: string, ...values: unknown[]) => Promise<number>>();

/** The statement of `insertRows` on SQLite for the values of a number of rows. */
export const makeSqliteInsert = (db: Database, nodeId: string, ...values: readonly unknown[]): Compilable =>
  makeInsert(db, nodeId, valuesOf(values));

/** The statement of `insertRows`, from a table of the rows. */
function makeInsert(db: Database, nodeId: string, rows: RawBuilder<RowSource>): Compilable {
  return db
    .insertInto('battle_journal')
    .columns(['session_id', 'epoch', 'number', 'time_ms', 'records', 'time_slot'])
    .expression(({ selectFrom }) => {
      const selected = selectFrom(rows.as('rows'))
        // SQLite does not reorder a cross join. It would otherwise read all rows again for each lease of this node.
        .crossJoin('leases')
        .select(['rows.session_id', 'rows.epoch', 'rows.number', 'rows.time_ms', 'rows.records', 'rows.time_slot'])
        .whereRef('leases.name', '=', 'rows.lease')
        .whereRef('leases.epoch', '=', 'rows.epoch')
        .where('leases.owner', '=', nodeId);
      return db.engine.name === 'sqlite' ? selected : selected.forShare('leases');
    })
    .onConflict((conflict) => conflict.doNothing());
}

/** Sessions of rows that are in the journal. */
export async function findWritten(db: Database, rows: readonly JournalRow[]): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('battle_journal')
    .select('session_id')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('time_slot', 'session_id', 'epoch', 'number'),
        'in',
        rows.map(({ time_slot, session_id, epoch, number }) => tuple(time_slot, session_id, epoch, number)),
      ),
    )
    .execute();
  return new Set(found.map(({ session_id }) => session_id));
}

/** Values of rows, six each, as a table of the query on SQLite. */
function valuesOf(values: readonly unknown[]): RawBuilder<RowSource> {
  const rows = Array.from(
    { length: values.length / COLUMNS },
    (_, at) => fragment`(${fragment.join(values.slice(at * COLUMNS, (at + 1) * COLUMNS))})`,
  );
  return fragment<RowSource>`(SELECT column1 AS session_id, column2 AS epoch, column3 AS number, column4 AS time_ms, column5 AS records,
    column6 AS time_slot, ${fragment.lit(BATTLE_LEASES)} || column1 AS lease FROM (VALUES ${fragment.join(rows)}))`;
}

/** Rows as a table of the query on PostgreSQL. They are one parameter, so that the query is the same for any number of rows. */
function listOf(rows: readonly JournalRow[]): RawBuilder<RowSource> {
  const json = JSON.stringify(
    rows.map(({ session_id, epoch, number, time_ms, records, time_slot }) => [
      session_id,
      epoch,
      number,
      time_ms,
      records.toString('hex'),
      time_slot,
    ]),
  );
  return fragment<RowSource>`(SELECT value ->> 0 AS session_id, (value ->> 1)::bigint AS epoch, (value ->> 2)::bigint AS number,
    (value ->> 3)::bigint AS time_ms, decode(value ->> 4, 'hex') AS records, (value ->> 5)::bigint AS time_slot,
    (${fragment.lit(BATTLE_LEASES)} || (value ->> 0)) COLLATE "C" AS lease FROM json_array_elements(${json}::json))`;
}
