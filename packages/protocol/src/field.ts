import { z } from 'zod';

/** Text that every database stores as it is: PostgreSQL has no NUL in texts, and UTF-8 has no half of a surrogate pair. */
export const storableText = z.string().refine((text) => !text.includes('\0') && !/\p{Cs}/u.test(text));

/** Sun: a whole number of at least 0, exact in every JSON reader. */
export const sun = z.int().min(0);

/** Sun of a movement: money in is above 0, money out below. */
export const signedSun = z.int();

/** Epoch time, ms. */
export const timeMs = z.int().min(0);

/** What may be a TRON address; the server also checks its checksum. */
export const address = z.string().regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);

/** A transaction's id: 64 hexadecimal digits. */
export const txid = z.string().regex(/^[0-9a-f]{64}$/i);

/** A public id that the server gave out. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** An object without fields: the body, or the answer, of a call that has none. */
export const empty = z.strictObject({});

/** Name of one of the nine upgrades. */
export const upgradeId = z.string().regex(/^[a-z-]{1,40}$/);
