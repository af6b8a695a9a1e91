import { type Selectable, sql as fragment } from 'kysely';
import { type Database, type FoundTransferRow, sql } from '../platform/database/index.ts';
import type { HouseTransfer } from './scan.ts';

/** A transfer that was found, with every column. */
export type FoundTransfer = Selectable<FoundTransferRow>;

/** What may change of a transfer that was found. */
type TransferChange = Partial<Pick<FoundTransfer, 'status' | 'debt_sun' | 'debt_status'>>;

/** A transfer that was found, by its transaction. */
export const findFound = (db: Database, txid: string): FoundTransfer | undefined =>
  db.get(sql.selectFrom('found_transfers').selectAll().where('txid', '=', txid));

/** Those that are not booked or decided, in the order of the chain, what came in first within a block. */
export const openTransfers = (db: Database): FoundTransfer[] =>
  db.all(
    sql
      .selectFrom('found_transfers')
      .selectAll()
      // Literals: SQLite does not use a partial index for parameters of `in`.
      .where(fragment<boolean>`status in ('found', 'undecided')`)
      .orderBy('block_number')
      .orderBy('direction')
      .orderBy('txid'),
  );

/** Those whose amount was not covered by the player's balance, and that were neither settled nor written off. */
export const owedTransfers = (db: Database): FoundTransfer[] =>
  db.all(
    sql
      .selectFrom('found_transfers')
      .selectAll()
      .where(fragment<boolean>`debt_status in ('open', 'collecting')`)
      .orderBy('block_number')
      .orderBy('txid'),
  );

/** Writes down a transfer that the scan found. */
export const addFound = (db: Database, transfer: HouseTransfer, nowMs: number): void =>
  void db.run(
    sql
      .insertInto('found_transfers')
      .values({
        ...transfer,
        status: isPlayer(db, transfer.address) ? 'found' : 'undecided',
        found_at: Math.floor(nowMs),
      })
      .onConflict((conflict) => conflict.doNothing()),
  );

/** Changes a transfer that was found. */
export const changeFound = (db: Database, txid: string, change: TransferChange): void =>
  void db.run(sql.updateTable('found_transfers').set(change).where('txid', '=', txid));

/** Whether an address has ever signed in, even if its profile was deleted since. */
export const isPlayer = (db: Database, address: string): boolean =>
  db.get(sql.selectFrom('players').select('address').where('address', '=', address)) !== undefined;
