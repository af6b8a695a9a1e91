import { parseTrx, type PurchaseRecord } from '@popfray/protocol';

/** Totals of a player's purchases. */
export interface PurchaseSums {
  readonly count: number;
  readonly active: number;
  readonly spentSun: number;
  /** The upgrade bought most often, the newest of equals; null without purchases. */
  readonly favouriteId: string | null;
}

/** Whether a purchase is active at a time, epoch ms: its status is active and its end is in the future. SPEC section 2. */
export const isActive = (record: PurchaseRecord, nowMs: number): boolean =>
  record.status === 'active' && Date.parse(record.expires_at) > nowMs;

/** Sums up a player's purchases, which are newest first. */
export function sumPurchases(records: readonly PurchaseRecord[], nowMs: number): PurchaseSums {
  const counts = new Map<string, number>();
  for (const { upgrade_id: id } of records) counts.set(id, (counts.get(id) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return {
    count: records.length,
    active: records.filter((record) => isActive(record, nowMs)).length,
    spentSun: records.reduce((sum, { price }) => sum + (parseTrx(price) ?? 0), 0),
    favouriteId: records.find(({ upgrade_id: id }) => counts.get(id) === most)?.upgrade_id ?? null,
  };
}
