import type { FreezeCause } from '@popfray/protocol/admin';
import type { Database, HouseScanRow } from '../platform/database/index.ts';

/** Changes of the single row of `house_scan`. */
export type ScanChange = Partial<Omit<HouseScanRow, 'id'>>;

const NEW_SCAN: HouseScanRow = {
  id: 1,
  block_number: null,
  block_ms: null,
  target_number: null,
  frozen_since: null,
  cause: 'start',
  waits_until: null,
  trouble: '',
};

/** The last block whose transfers of the house this database knows, and whether payouts are frozen. */
export const findScan = async (db: Database): Promise<HouseScanRow> =>
  (await db.selectFrom('house_scan').selectAll().executeTakeFirst()) ?? NEW_SCAN;

/** Changes the scan's row, and creates it if necessary. */
export async function changeScan(db: Database, change: ScanChange): Promise<void> {
  const row = { ...(await findScan(db)), ...change };
  await db
    .insertInto('house_scan')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

/** Whether payouts are frozen, because the chain may have transfers of the house that are missing in this database. */
export const arePayoutsFrozen = async (db: Database): Promise<boolean> => (await findScan(db)).frozen_since !== null;

/** Freezes payouts. `waitsUntil`, epoch ms, is set for each cause that suggests an old database. */
export async function freezePayouts(
  db: Database,
  cause: FreezeCause,
  waitsUntil: number | null,
  nowMs: number,
): Promise<void> {
  await changeScan(db, {
    cause,
    waits_until: waitsUntil,
    frozen_since: Math.floor(nowMs),
    target_number: null,
    trouble: '',
  });
}
