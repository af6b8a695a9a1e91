import { sql as fragment, type Compilable, type RawBuilder } from 'kysely';
import type { Database } from '../platform/database/index.ts';

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

/**
 * Writes rows of many battles by one statement. A row is written only if the node still has the battle's lease, with the row's epoch. The lease's row
 * is locked meanwhile, so no other node can take it and read the journal without this row. Resolves with the number of rows written. Rows that were
 * written before are left out.
 */
export async function insertRows(db: Database, nodeId: string, rows: readonly JournalRow[]): Promise<number> {
  return db.countChanges(makeInsert(db, nodeId, rows));
}

/** The statement of `insertRows`. */
export function makeInsert(db: Database, nodeId: string, rows: readonly JournalRow[]): Compilable {
  const isSqlite = db.engine.name === 'sqlite';
  return db
    .insertInto('battle_journal')
    .columns(['session_id', 'epoch', 'number', 'time_ms', 'records', 'time_slot'])
    .expression(({ selectFrom }) => {
      const selected = selectFrom(listOf(rows, isSqlite).as('rows'))
        // SQLite does not reorder a cross join. It would otherwise read all rows again for each lease of this node.
        .crossJoin('leases')
        .select(['rows.session_id', 'rows.epoch', 'rows.number', 'rows.time_ms', 'rows.records', 'rows.time_slot'])
        .whereRef('leases.name', '=', 'rows.lease')
        .whereRef('leases.epoch', '=', 'rows.epoch')
        .where('leases.owner', '=', nodeId);
      return isSqlite ? selected : selected.forShare('leases');
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

/** Rows as a table of the query. They are one parameter, so that the query is the same for any number of rows. */
function listOf(rows: readonly JournalRow[], isSqlite: boolean): RawBuilder<RowSource> {
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
  const prefix = fragment.lit(BATTLE_LEASES);
  return isSqlite
    ? fragment<RowSource>`(SELECT value ->> 0 AS session_id, value ->> 1 AS epoch, value ->> 2 AS number, value ->> 3 AS time_ms,
        unhex(value ->> 4) AS records, value ->> 5 AS time_slot, ${prefix} || (value ->> 0) AS lease FROM json_each(${json}))`
    : fragment<RowSource>`(SELECT value ->> 0 AS session_id, (value ->> 1)::bigint AS epoch, (value ->> 2)::bigint AS number,
        (value ->> 3)::bigint AS time_ms, decode(value ->> 4, 'hex') AS records, (value ->> 5)::bigint AS time_slot, (${prefix} || (value ->> 0)) COLLATE "C" AS lease
        FROM json_array_elements(${json}::json))`;
}
