import { hash } from 'node:crypto';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery, type SignInRow } from '../platform/database/index.ts';

const DAY_MS = 86_400_000;

/** A sign-in ends when its cookie has not been seen for so long. */
const IDLE_MS = 7 * DAY_MS;

/** A sign-in ends this long after the wallet signed, however often it is used. */
const LONGEST_MS = 30 * DAY_MS;

/** A token is exchanged for a new one when it is this old, so that one that was copied is soon worth nothing. */
const RENEWED_MS = DAY_MS;

/** How long a token that was exchanged still counts, for requests that were on their way with it. */
const GRACE_MS = 60_000;

/** Most sign-ins a player has at once, on as many devices; the oldest ends. */
const MAX_SIGN_INS = 10;

/** A sign-in that was begun or renewed: what the browser is to keep, and for how long. */
export interface Token {
  /** 256 random bits, base64url. Only its hash is kept here. */
  readonly token: string;
  readonly maxAgeMs: number;
}

const hashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Begins a sign-in of a player who has proved an address. The player's oldest end where they are too many. */
export async function beginSignIn(context: Context, address: string): Promise<Token> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const begun = await addSignIn(context, address, nowMs, nowMs);
  const newest = db
    .selectFrom('sign_ins')
    .select('token_hash')
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('renewed_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_SIGN_INS);
  await db.deleteFrom('sign_ins').where('address', '=', address).where('token_hash', 'not in', newest).execute();
  return begun;
}

/** The player of a token, and the new token that replaces it when a renewal was due. */
interface FoundSignIn {
  readonly address: string;
  readonly renewed: Token | null;
}

/** Finds the sign-in of a token, and renews it when that is due; null when the token is not valid. */
export async function findSignIn(context: Context, token: string): Promise<FoundSignIn | null> {
  const nowMs = Math.floor(context.now());
  const tokenHash = hashOf(token);
  const [row] = await findRow(context.db, tokenHash, nowMs);
  if (row === undefined) return null;
  return isDue(row, nowMs) ? renew(context, tokenHash, nowMs) : { address: row.address, renewed: null };
}

/** Whether a token is to be exchanged. One with little time left was exchanged a moment ago, or is about to expire. */
const isDue = (row: SignInRow, nowMs: number): boolean =>
  nowMs - row.renewed_at >= RENEWED_MS && row.expires_at - nowMs > GRACE_MS;

/** A sign-in by what stays the same while its tokens are exchanged. */
export interface SignIn {
  readonly address: string;
  /** When the wallet signed. */
  readonly begunAt: number;
}

/** The sign-in that a token speaks for now, without renewing it: for a socket, which cannot hand out a cookie later on. */
export async function lookUpSignIn({ db, now }: Context, token: string): Promise<SignIn | null> {
  const [row] = await findRow(db, hashOf(token), Math.floor(now()));
  return row === undefined ? null : { address: row.address, begunAt: row.created_at };
}

/** Whether a sign-in has neither ended nor lapsed. */
export const isSignInValid = async ({ db, now }: Context, { address, begunAt }: SignIn): Promise<boolean> =>
  (await db
    .selectFrom('sign_ins')
    .select('token_hash')
    .where('address', '=', address)
    .where('created_at', '=', begunAt)
    .where('expires_at', '>', Math.floor(now()))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Ends the sign-in of a token, with every token that was exchanged in it, because the response with the newest one may still be on its
 * way to the browser. They share their player and the time at which the wallet signed. A query outside of a transaction would miss
 * a token that is being exchanged at the same time on PostgreSQL.
 */
export async function endSignIn(db: Database, token: string): Promise<void> {
  const begun = db.selectFrom('sign_ins').where('token_hash', '=', hashOf(token));
  const ended = db
    .deleteFrom('sign_ins')
    .where('address', '=', begun.select('address'))
    .where('created_at', '=', begun.select('created_at'));
  await db.inTransaction(async () => ended.execute());
}

/** Ends every sign-in of an address. */
export const endSignIns = async (db: Database, address: string): Promise<void> => {
  await db.deleteFrom('sign_ins').where('address', '=', address).execute();
};

/** Removes the sign-ins that have ended by themselves. */
export const sweepSignIns = async (db: Database, nowMs: number): Promise<void> => {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', Math.floor(nowMs)).execute();
};

/** Exchanges a token, unless another request has exchanged it or has ended its sign-in. */
async function renew(context: Context, tokenHash: string, nowMs: number): Promise<FoundSignIn | null> {
  const { db } = context;
  return db.inTransaction(async () => {
    const [row] = await findRow(db, tokenHash, nowMs);
    if (row === undefined) return null;
    const { address, created_at: createdAt } = row;
    if (!isDue(row, nowMs)) return { address, renewed: null };
    await db
      .updateTable('sign_ins')
      .set({ expires_at: nowMs + GRACE_MS })
      .where('token_hash', '=', tokenHash)
      .execute();
    return { address, renewed: await addSignIn(context, address, createdAt, nowMs) };
  });
}

async function addSignIn(context: Context, address: string, createdAt: number, nowMs: number): Promise<Token> {
  const token = Buffer.from(context.randomBytes(32)).toString('base64url');
  const expiresAt = Math.min(nowMs + IDLE_MS, createdAt + LONGEST_MS);
  const row: SignInRow = {
    token_hash: hashOf(token),
    address,
    created_at: createdAt,
    renewed_at: nowMs,
    expires_at: expiresAt,
  };
  await context.db.insertInto('sign_ins').values(row).execute();
  return { token, maxAgeMs: expiresAt - nowMs };
}

/** Compiled once, because every request of a player runs it (bench: solo.server_cpu_us_per_round). */
const findRow = prepareQuery((db: Database, tokenHash: string, nowMs: number) =>
  db.selectFrom('sign_ins').selectAll().where('token_hash', '=', tokenHash).where('expires_at', '>', nowMs),
);
