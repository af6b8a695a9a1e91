import {
  makeTrx,
  PURCHASES_LISTED,
  type ActiveUpgrade,
  type FailureCode,
  type PurchaseRecord,
} from '@popfray/protocol';
import type { Context, PaymentPurpose } from '../platform/context/index.ts';
import type { Database, PaymentRow } from '../platform/database/index.ts';
import { findOffer, priceOf } from './catalogue.ts';

const MINUTE_MS = 60_000;

/** A player's upgrades in force, the newest first. An upgrade is never in force twice. */
export async function activeUpgrades(db: Database, address: string, nowMs: number): Promise<ActiveUpgrade[]> {
  const query = db
    .selectFrom('purchases')
    .selectAll()
    .where('address', '=', address)
    .where('expires_at', '>', Math.floor(nowMs))
    .orderBy('purchased_at', 'desc')
    .orderBy('id');
  return (await query.execute()).map((row) => ({
    upgradeId: row.upgrade_id,
    playerId: row.address,
    expiresAt: row.expires_at,
    purchasedAt: row.purchased_at,
    txHash: row.txid,
  }));
}

/** Whether an upgrade is in force for a player. */
export const isActive = async (db: Database, address: string, upgradeId: string, nowMs: number): Promise<boolean> =>
  (await activeUpgrades(db, address, nowMs)).some((active) => active.upgradeId === upgradeId);

/** Ids of the upgrades that were in force for a player at some time since `sinceMs`. */
export const boughtSince = async (db: Database, address: string, sinceMs: number): Promise<ReadonlySet<string>> =>
  new Set((await activeUpgrades(db, address, sinceMs)).map(({ upgradeId }) => upgradeId));

/** Why a player cannot have an upgrade now; null when a payment that is final puts it into force. */
export async function refusePurchase(
  { db, now }: Context,
  address: string,
  upgradeId: string,
): Promise<FailureCode | null> {
  if (findOffer(upgradeId) === undefined) return 'ERR_UPGRADE_UNKNOWN';
  return (await isActive(db, address, upgradeId, now())) ? 'ERR_UPGRADE_ACTIVE' : null;
}

/** Puts a paid upgrade into force from now on. Throws when it is already: the caller has looked, in the same transaction. */
export async function givePurchase(
  { db, now }: Context,
  { id, address, upgrade_id, amount_sun, txid, source }: PaymentRow,
): Promise<void> {
  const offer = findOffer(upgrade_id ?? '');
  if (offer === undefined || (source === 'wallet' && txid === null)) throw new Error(`payment ${id} buys nothing`);
  if (await isActive(db, address, offer.id, now())) throw new Error(`${offer.id} is active already`);
  const purchasedAt = Math.floor(now());
  await db
    .insertInto('purchases')
    .values({
      id,
      address,
      upgrade_id: offer.id,
      price_sun: amount_sun,
      purchased_at: purchasedAt,
      expires_at: purchasedAt + offer.durationMin * MINUTE_MS,
      txid,
    })
    .execute();
}

/**
 * A player's newest purchases, as SPEC section 3 names their fields; of those before a time, epoch ms, if one is given. All purchases of
 * the same time as the last one are included, so that the next page begins after them.
 */
export async function purchaseHistory(
  db: Database,
  address: string,
  nowMs: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<PurchaseRecord[]> {
  const own = db.selectFrom('purchases').where('address', '=', address).where('purchased_at', '<', before);
  const last = own
    .select('purchased_at')
    .orderBy('purchased_at', 'desc')
    .limit(1)
    .offset(PURCHASES_LISTED - 1);
  const since = (await last.executeTakeFirst())?.purchased_at ?? 0;
  const query = own.selectAll().where('purchased_at', '>=', since).orderBy('purchased_at', 'desc').orderBy('id');
  return (await query.execute()).map((row) => ({
    id: row.id,
    upgrade_id: row.upgrade_id,
    price: makeTrx(row.price_sun),
    status: row.expires_at > nowMs ? 'active' : 'expired',
    purchased_at: new Date(row.purchased_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }));
}

/** Payments for upgrades. */
export const upgradePurpose: PaymentPurpose = {
  price: async (_, id) => priceOf(id),
  refuse: refusePurchase,
  reserve: async (context, { address, upgrade_id }) => refusePurchase(context, address, upgrade_id ?? ''),
  fulfil: givePurchase,
  release: async () => undefined,
  notify: async () => undefined,
};
