import { hash } from 'node:crypto';
import type { Context } from '../platform/context/index.ts';
import { type Database, type SignInRow, sql } from '../platform/database/index.ts';

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
export function beginSignIn(context: Context, address: string): Token {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const begun = addSignIn(context, address, nowMs, nowMs);
  const newest = sql
    .selectFrom('sign_ins')
    .select('token_hash')
    .where('address', '=', address)
    .orderBy('created_at', 'desc')
    .orderBy('renewed_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_SIGN_INS);
  db.run(sql.deleteFrom('sign_ins').where('address', '=', address).where('token_hash', 'not in', newest));
  return begun;
}

/** The player of a token, and the new token that replaces it when a renewal is due; null when the token is not valid. */
export function findSignIn(
  context: Context,
  token: string,
): { readonly address: string; readonly renewed: Token | null } | null {
  const nowMs = Math.floor(context.now());
  const row = findRow(context.db, hashOf(token), nowMs);
  if (row === undefined) return null;
  // A token with little time left was exchanged a moment ago, or is about to expire.
  const isDue = nowMs - row.renewed_at >= RENEWED_MS && row.expires_at - nowMs > GRACE_MS;
  return { address: row.address, renewed: isDue ? renew(context, row, nowMs) : null };
}

/** A sign-in by what stays the same while its tokens are exchanged. */
export interface SignIn {
  readonly address: string;
  /** When the wallet signed. */
  readonly begunAt: number;
}

/** The sign-in that a token speaks for now, without renewing it: for a socket, which cannot hand out a cookie later on. */
export function lookUpSignIn({ db, now }: Context, token: string): SignIn | null {
  const row = findRow(db, hashOf(token), Math.floor(now()));
  return row === undefined ? null : { address: row.address, begunAt: row.created_at };
}

/** Whether a sign-in has neither ended nor lapsed. */
export const isSignInValid = ({ db, now }: Context, { address, begunAt }: SignIn): boolean =>
  db.get(
    sql
      .selectFrom('sign_ins')
      .select('token_hash')
      .where('address', '=', address)
      .where('created_at', '=', begunAt)
      .where('expires_at', '>', Math.floor(now()))
      .limit(1),
  ) !== undefined;

/**
 * Ends the sign-in of a token, with every token that was exchanged in it: the answer that brings the newest one may still be on its
 * way to a browser that has done with it. They share their player and the time at which the wallet signed.
 */
export function endSignIn(db: Database, token: string): void {
  const begun = sql.selectFrom('sign_ins').where('token_hash', '=', hashOf(token));
  const ended = sql
    .deleteFrom('sign_ins')
    .where('address', '=', begun.select('address'))
    .where('created_at', '=', begun.select('created_at'));
  db.run(ended);
}

/** Ends every sign-in of an address. */
export const endSignIns = (db: Database, address: string): void =>
  void db.run(sql.deleteFrom('sign_ins').where('address', '=', address));

/** Removes the sign-ins that have ended by themselves. */
export const sweepSignIns = (db: Database, nowMs: number): void =>
  void db.run(sql.deleteFrom('sign_ins').where('expires_at', '<=', Math.floor(nowMs)));

function renew(context: Context, row: SignInRow, nowMs: number): Token {
  return context.db.transaction(() => {
    const ending = sql
      .updateTable('sign_ins')
      .set({ expires_at: nowMs + GRACE_MS })
      .where('token_hash', '=', row.token_hash);
    context.db.run(ending);
    return addSignIn(context, row.address, row.created_at, nowMs);
  });
}

function addSignIn(context: Context, address: string, createdAt: number, nowMs: number): Token {
  const token = Buffer.from(context.randomBytes(32)).toString('base64url');
  const expiresAt = Math.min(nowMs + IDLE_MS, createdAt + LONGEST_MS);
  const row: SignInRow = {
    token_hash: hashOf(token),
    address,
    created_at: createdAt,
    renewed_at: nowMs,
    expires_at: expiresAt,
  };
  context.db.run(sql.insertInto('sign_ins').values(row));
  return { token, maxAgeMs: expiresAt - nowMs };
}

const findRow = (db: Database, tokenHash: string, nowMs: number): SignInRow | undefined =>
  db.get(sql.selectFrom('sign_ins').selectAll().where('token_hash', '=', tokenHash).where('expires_at', '>', nowMs));
