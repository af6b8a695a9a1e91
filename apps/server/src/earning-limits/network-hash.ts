import { createHash } from 'node:crypto';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery } from '../platform/database/index.ts';
import { networksAround } from '../platform/http/index.ts';

/** Bytes of a salt, and of a hash that is stored. */
const SALT_BYTES = 32;
const HASH_BYTES = 16;

/** Compiled once, because every reward runs it. */
const findSalt = prepareQuery((db: Database, day: string) =>
  db.selectFrom('network_salts').select('salt').where('day', '=', day),
);

/** The hash of a network on the day (UTC) of a time; null when no round of that day has stored one. Writes nothing. */
export async function findNetworkHash(
  { db }: Pick<Context, 'db'>,
  network: string,
  atMs: number,
): Promise<string | null> {
  const [known] = await findSalt(db, dayOf(atMs).date);
  return known === undefined ? null : makeHash(known.salt, network);
}

/**
 * The hash of a network on the day (UTC) of a time: an IPv4 address, or the widest network around an IPv6 address, because a client can choose among
 * all smaller ones. Each day has another salt, so that a hash tells neither the address nor whether two days are of one network. Stores the salt of a
 * new day, and deletes those of earlier days but the last. Run it in the transaction that stores the hash.
 */
export async function hashNetwork(
  { db, randomBytes }: Pick<Context, 'db' | 'randomBytes'>,
  network: string,
  atMs: number,
): Promise<string> {
  const { date } = dayOf(atMs);
  const [known] = await findSalt(db, date);
  return makeHash(known?.salt ?? (await addSalt(db, date, randomBytes(SALT_BYTES), atMs)), network);
}

function makeHash(salt: Uint8Array, network: string): string {
  const widest = networksAround(network).at(-1) ?? network;
  return createHash('sha256').update(salt).update(widest).digest().subarray(0, HASH_BYTES).toString('base64url');
}

/** Stores a day's salt, unless another process has stored one, and returns the stored one. */
async function addSalt(db: Database, day: string, salt: Uint8Array, atMs: number): Promise<Uint8Array> {
  return db.inTransaction(async () => {
    const yesterday = dayOf(atMs - DAY_MS).date;
    await db.deleteFrom('network_salts').where('day', '<', yesterday).execute();
    await db
      .insertInto('network_salts')
      .values({ day, salt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findSalt(db, day))[0]?.salt ?? salt;
  });
}
