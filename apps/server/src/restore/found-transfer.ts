import { type Selectable, sql as fragment } from 'kysely';
import type { Database, FoundTransferRow } from '../platform/database/index.ts';
import type { HouseTransfer } from './scan.ts';

/** A transfer that was found, with every column. */
export type FoundTransfer = Selectable<FoundTransferRow>;

/** What may change of a transfer that was found. */
type TransferChange = Partial<Pick<FoundTransfer, 'status' | 'debt_sun' | 'debt_status'>>;

/** A transfer that was found, by its transaction. */
export const findFound = async (db: Database, txid: string): Promise<FoundTransfer | undefined> =>
  db.selectFrom('found_transfers').selectAll().where('txid', '=', txid).executeTakeFirst();

/** Those that are not booked or decided, in the order of the chain, what came in first within a block. */
export const openTransfers = async (db: Database): Promise<FoundTransfer[]> =>
  db
    .selectFrom('found_transfers')
    .selectAll()
    // Literals: SQLite does not use a partial index for parameters of `in`.
    .where(fragment<boolean>`status in ('found', 'undecided')`)
    .orderBy('block_number')
    .orderBy('direction')
    .orderBy('txid')
    .execute();

/** Those whose amount was not covered by the player's balance, and that were neither settled nor written off. */
export const owedTransfers = async (db: Database): Promise<FoundTransfer[]> =>
  db
    .selectFrom('found_transfers')
    .selectAll()
    .where(fragment<boolean>`debt_status in ('open', 'collecting')`)
    .orderBy('block_number')
    .orderBy('txid')
    .execute();

/** Writes down a transfer that the scan found. */
export const addFound = async (db: Database, transfer: HouseTransfer, nowMs: number): Promise<void> => {
  await db
    .insertInto('found_transfers')
    .values({
      ...transfer,
      status: (await isPlayer(db, transfer.address)) ? 'found' : 'undecided',
      found_at: Math.floor(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Lets a transfer be booked that the operator has not decided about. Returns false, and changes nothing, when that has been decided. */
export async function acceptFound(db: Database, txid: string): Promise<boolean> {
  const accepted = db
    .updateTable('found_transfers')
    .set({ status: 'found' })
    .where('txid', '=', txid)
    .where('status', '=', 'undecided');
  return (await db.countChanges(accepted)) === 1;
}

/** Changes a transfer that was found. */
export const changeFound = async (db: Database, txid: string, change: TransferChange): Promise<void> => {
  await db.updateTable('found_transfers').set(change).where('txid', '=', txid).execute();
};

/** Whether an address has ever signed in, even if its profile was deleted since. */
export const isPlayer = async (db: Database, address: string): Promise<boolean> =>
  (await db.selectFrom('players').select('address').where('address', '=', address).executeTakeFirst()) !== undefined;
