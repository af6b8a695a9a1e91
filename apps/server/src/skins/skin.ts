import { findSkin, SKINS, type FailureCode, type OwnSkins } from '@popfray/protocol';
import type { Context, PaymentPurpose } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { countCompleteDays } from '../seasons/index.ts';

/** The price of a skin on sale, sun; null when there is none of this id, or it cannot be bought. */
const priceOf = (skinId: string): number | null => findSkin(skinId)?.priceSun ?? null;

/** Whether a player has bought a skin. */
const isBought = async (db: Database, address: string, skinId: string): Promise<boolean> =>
  (await db
    .selectFrom('skin_purchases')
    .select('id')
    .where('address', '=', address)
    .where('skin_id', '=', skinId)
    .executeTakeFirst()) !== undefined;

/** Why a player cannot buy a skin now; null when a payment obtains it. */
async function refuseSkin({ db }: Context, address: string, skinId: string): Promise<FailureCode | null> {
  if (priceOf(skinId) === null) return 'ERR_SKIN_UNKNOWN';
  return (await isBought(db, address, skinId)) ? 'ERR_SKIN_OWNED' : null;
}

/** The skins of a player: those bought, the oldest first, and those earned by days of quests. */
export async function showOwnSkins(db: Database, address: string): Promise<OwnSkins> {
  const bought = await db
    .selectFrom('skin_purchases')
    .select(['skin_id', 'purchased_at'])
    .where('address', '=', address)
    .orderBy('purchased_at')
    .orderBy('skin_id')
    .execute();
  const questDays = await countCompleteDays(db, address);
  const earned = SKINS.filter((skin) => skin.questDays !== null && questDays >= skin.questDays);
  return {
    skins: [
      ...bought.map(({ skin_id, purchased_at }) => ({ skinId: skin_id, boughtAt: purchased_at })),
      ...earned.map(({ id }) => ({ skinId: id, boughtAt: null })),
    ],
    questDays,
  };
}

/** Payments for skins. They come from the balance only, so nothing is ever reserved or cancelled. */
export const skinPurpose: PaymentPurpose = {
  price: async (_, id) => priceOf(id),
  refuse: refuseSkin,
  reserve: async (context, { address, skin_id }) => refuseSkin(context, address, skin_id ?? ''),
  fulfil: async ({ db }, { id, address, skin_id, amount_sun, settled_at }) => {
    if (skin_id === null || settled_at === null) throw new Error(`payment ${id} buys no skin`);
    await db
      .insertInto('skin_purchases')
      .values({ id, address, skin_id, price_sun: amount_sun, purchased_at: settled_at })
      .execute();
  },
  release: async () => undefined,
  notify: async () => undefined,
};
