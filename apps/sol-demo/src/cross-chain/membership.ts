import {
  CROSS_CHAIN_CALLS,
  DEFAULT_TIME_LIMIT_S,
  HOST_CALLS,
  makeSeatText,
  NEW_SESSION,
  PROOF_MS,
  type JoinForm,
  type Session,
} from '@popfray/protocol';
import type { Wallet } from '@popfray/chain';
import { z } from 'zod';
import { tabStorage } from '../storage.ts';
import { callApi, type ApiResult } from './call-api.ts';
import { HOST, serverOf } from './server.ts';

/** The player's seat in a session with its secret tokens. It is stored for this browser tab only. */
const membership = z.object({
  sessionId: z.string(),
  userId: z.string(),
  memberToken: z.string(),
  seat: z.object({ socketUrl: z.string(), token: z.string() }),
});
export type Membership = z.infer<typeof membership>;

/** Number and interval (ms) of the polls for a new session on the cross-chain server. */
const MAX_LIST_POLLS = 40;
const LIST_POLL_MS = 250;

const keyOf = (sessionId: string, address: string): string => `sol-arcade.member.${sessionId}.${address}`;

/** The stored membership; null if this tab has not joined. */
export function findMembership(sessionId: string, address: string): Membership | null {
  try {
    return membership.parse(JSON.parse(tabStorage.getItem(keyOf(sessionId, address)) ?? ''));
  } catch {
    return null;
  }
}

/** Removes the membership after the seat was given up. */
export const removeMembership = (sessionId: string, address: string): void =>
  tabStorage.removeItem(keyOf(sessionId, address));

/** Asks the wallet to sign for a seat in a session, or for `new-session`. */
async function signJoinForm(
  sessionId: string,
  wallet: Wallet,
  address: string,
  username: string,
): Promise<ApiResult<JoinForm>> {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  // Half of the longest validity of a proof, so that a clock that is slightly ahead does not invalidate it.
  const expiresAt = Date.now() + PROOF_MS / 2;
  const claim = { sessionId, blockchain: 'sol', walletAddress: address, username, nonce, expiresAt } as const;
  const signed = await wallet.signMessage(makeSeatText(claim));
  if (!signed.ok) return { ok: false, code: null, message: 'The wallet did not sign.' };
  const proof = { nonce, expiresAt, signature: signed.value };
  return { ok: true, value: { userId: address, username, walletAddress: address, blockchain: 'sol', proof } };
}

/** Takes a seat with a signature of the wallet. */
export async function joinSession(
  session: Session,
  wallet: Wallet,
  address: string,
  username: string,
): Promise<ApiResult<Membership>> {
  const { id } = session;
  const proven = await signJoinForm(id, wallet, address, username);
  if (!proven.ok) return proven;
  const call = { params: { id }, body: proven.value, server: serverOf(session) };
  const joined = await callApi(CROSS_CHAIN_CALLS.joinSession, call);
  if (!joined.ok) return joined;
  const { userId, memberToken, seat } = joined.value;
  if (memberToken === null || seat === null) return { ok: false, code: null, message: 'The seat came without a key.' };
  return { ok: true, value: storeMembership({ sessionId: id, userId, memberToken, seat }) };
}

/** Creates a free session on this chain's platform and takes its first seat. Resolves once the cross-chain server lists it. */
export async function hostSession(
  terms: { readonly sessionName: string; readonly maxPlayers: 2 | 4 | 8 },
  wallet: Wallet,
  address: string,
  username: string,
): Promise<ApiResult<Membership>> {
  const proven = await signJoinForm(NEW_SESSION, wallet, address, username);
  if (!proven.ok) return proven;
  const body = { ...terms, timeLimit: DEFAULT_TIME_LIMIT_S, player: proven.value } as const;
  const hosted = await callApi(HOST_CALLS.createSession, { body, server: HOST });
  if (!hosted.ok)
    return hosted.code === null ? { ...hosted, message: `The host at ${HOST} cannot be reached.` } : hosted;
  const { session, userId, memberToken, seat } = hosted.value;
  const value = storeMembership({ sessionId: session.id, userId, memberToken, seat });
  for (let look = 0; look < MAX_LIST_POLLS; look++) {
    const listed = await callApi(CROSS_CHAIN_CALLS.getSession, { params: { id: session.id } });
    if (listed.ok) return { ok: true, value };
    await new Promise((resolve) => void setTimeout(resolve, LIST_POLL_MS));
  }
  return { ok: false, code: null, message: 'The battle server does not list it yet. It may take a minute.' };
}

function storeMembership(value: Membership): Membership {
  tabStorage.setItem(keyOf(value.sessionId, value.userId), JSON.stringify(value));
  return value;
}
