import { type Database, type FoundTransferRow, perDatabase, sql } from '../platform/database/index.ts';
import type { HouseTransfer } from './scan.ts';

/** A transfer that was found, with every column. */
export interface FoundTransfer extends HouseTransfer {
  readonly status: FoundTransferRow['status'];
  readonly debt_sun: number;
  readonly debt_status: 'none' | 'open' | 'collecting' | 'settled' | 'written-off';
  readonly found_at: number;
}

/** What may change of a transfer that was found. */
type TransferChange = Partial<Pick<FoundTransfer, 'status' | 'debt_sun' | 'debt_status'>>;

const statements = perDatabase((db) => ({
  find: db.prepare<[txid: string], FoundTransfer>('SELECT * FROM found_transfers WHERE txid = ?'),
  open: db.prepare<[], FoundTransfer>(
    "SELECT * FROM found_transfers WHERE status IN ('found', 'undecided') ORDER BY block_number, direction, txid",
  ),
  owed: db.prepare<[], FoundTransfer>(
    "SELECT * FROM found_transfers WHERE debt_status IN ('open', 'collecting') ORDER BY block_number, txid",
  ),
}));

/** A transfer that was found, by its transaction. */
export const findFound = (db: Database, txid: string): FoundTransfer | undefined => statements(db).find.get(txid);

/** Those that are not booked or decided, in the order of the chain, what came in first within a block. */
export const openTransfers = (db: Database): FoundTransfer[] => statements(db).open.all();

/** Those whose amount was not covered by the player's balance, and that were neither settled nor written off. */
export const owedTransfers = (db: Database): FoundTransfer[] => statements(db).owed.all();

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
