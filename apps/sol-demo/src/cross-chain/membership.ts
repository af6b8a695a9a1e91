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
import { ask, type Answer } from './ask.ts';
import { HOST, serverOf } from './server.ts';

/** What speaks for this player in a session: secrets of this browser tab. */
const membership = z.object({
  sessionId: z.string(),
  userId: z.string(),
  memberToken: z.string(),
  seat: z.object({ socketUrl: z.string(), token: z.string() }),
});
export type Membership = z.infer<typeof membership>;

/** How often a new session is looked for at the cross-chain server, and how long apart, ms. */
const LISTED_LOOKS = 40;
const LISTED_EVERY_MS = 250;

const keyOf = (sessionId: string, address: string): string => `sol-arcade.member.${sessionId}.${address}`;

/** The membership that joining gave, if this tab has joined. */
export function findMembership(sessionId: string, address: string): Membership | null {
  try {
    return membership.parse(JSON.parse(tabStorage.getItem(keyOf(sessionId, address)) ?? ''));
  } catch {
    return null;
  }
}

/** Forgets a membership: the seat was given up. */
export const forgetMembership = (sessionId: string, address: string): void =>
  tabStorage.removeItem(keyOf(sessionId, address));

/** Has the wallet sign for a seat in a session, or for `new-session`. */
async function prove(sessionId: string, wallet: Wallet, address: string, username: string): Promise<Answer<JoinForm>> {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  // Half of the time that a proof may have, so that a clock that is a little ahead does no harm.
  const expiresAt = Date.now() + PROOF_MS / 2;
  const claim = { sessionId, blockchain: 'sol', walletAddress: address, username, nonce, expiresAt } as const;
  const signed = await wallet.signMessage(makeSeatText(claim));
  if (!signed.ok) return { ok: false, code: null, message: 'The wallet did not sign.' };
  const proof = { nonce, expiresAt, signature: signed.value };
  return { ok: true, value: { userId: address, username, walletAddress: address, blockchain: 'sol', proof } };
}

/** Has the wallet prove itself, and takes a seat. */
export async function join(
  session: Session,
  wallet: Wallet,
  address: string,
  username: string,
): Promise<Answer<Membership>> {
  const { id } = session;
  const proven = await prove(id, wallet, address, username);
  if (!proven.ok) return proven;
  const call = { params: { id }, body: proven.value, server: serverOf(session) };
  const joined = await ask(CROSS_CHAIN_CALLS.joinSession, call);
  if (!joined.ok) return joined;
  const { userId, memberToken, seat } = joined.value;
  if (memberToken === null || seat === null) return { ok: false, code: null, message: 'The seat came without a key.' };
  return { ok: true, value: keep({ sessionId: id, userId, memberToken, seat }) };
}

/** Has this chain's platform host a free session, and takes its first seat. Resolves once the cross-chain server lists it. */
export async function host(
  terms: { readonly sessionName: string; readonly maxPlayers: 2 | 4 | 8 },
  wallet: Wallet,
  address: string,
  username: string,
): Promise<Answer<Membership>> {
  const proven = await prove(NEW_SESSION, wallet, address, username);
  if (!proven.ok) return proven;
  const body = { ...terms, timeLimit: DEFAULT_TIME_LIMIT_S, player: proven.value } as const;
  const hosted = await ask(HOST_CALLS.createSession, { body, server: HOST });
  if (!hosted.ok)
    return hosted.code === null ? { ...hosted, message: `The host at ${HOST} cannot be reached.` } : hosted;
  const { session, userId, memberToken, seat } = hosted.value;
  const value = keep({ sessionId: session.id, userId, memberToken, seat });
  for (let look = 0; look < LISTED_LOOKS; look++) {
    const listed = await ask(CROSS_CHAIN_CALLS.getSession, { params: { id: session.id } });
    if (listed.ok) return { ok: true, value };
    await new Promise((resolve) => void setTimeout(resolve, LISTED_EVERY_MS));
  }
  return { ok: false, code: null, message: 'The battle server does not list it yet. It may take a minute.' };
}

function keep(value: Membership): Membership {
  tabStorage.setItem(keyOf(value.sessionId, value.userId), JSON.stringify(value));
  return value;
}
