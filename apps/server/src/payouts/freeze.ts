import type { FreezeCause } from '@popfray/protocol/admin';
import { type Database, type HouseScanRow, sql } from '../platform/database/index.ts';

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
export const findScan = (db: Database): HouseScanRow => db.get(sql.selectFrom('house_scan').selectAll()) ?? NEW_SCAN;

/** Changes the scan's row, and creates it if necessary. */
export function changeScan(db: Database, change: ScanChange): void {
  const row = { ...findScan(db), ...change };
  db.run(
    sql
      .insertInto('house_scan')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(change)),
  );
}

/** Whether payouts are frozen, because the chain may have transfers of the house that are missing in this database. */
export const arePayoutsFrozen = (db: Database): boolean => findScan(db).frozen_since !== null;

/** Freezes payouts. `waitsUntil`, epoch ms, is set for each cause that suggests an old database. */
export function freezePayouts(db: Database, cause: FreezeCause, waitsUntil: number | null, nowMs: number): void {
  changeScan(db, {
    cause,
    waits_until: waitsUntil,
    frozen_since: Math.floor(nowMs),
    target_number: null,
    trouble: '',
  });
}
