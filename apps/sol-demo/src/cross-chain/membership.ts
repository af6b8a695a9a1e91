import { CROSS_CHAIN_CALLS, makeSeatText, PROOF_MS } from '@popfray/protocol';
import type { Wallet } from '@popfray/chain';
import { z } from 'zod';
import { tabStorage } from '../storage.ts';
import { ask, type Answer } from './ask.ts';

/** What speaks for this player in a session: secrets of this browser tab. */
const membership = z.object({
  sessionId: z.string(),
  userId: z.string(),
  memberToken: z.string(),
  seat: z.object({ socketUrl: z.string(), token: z.string() }),
});
export type Membership = z.infer<typeof membership>;

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

/** Has the wallet prove itself, and takes a seat. */
export async function join(
  sessionId: string,
  wallet: Wallet,
  address: string,
  username: string,
): Promise<Answer<Membership>> {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  // Half of the time that a proof may have, so that a clock that is a little ahead does no harm.
  const expiresAt = Date.now() + PROOF_MS / 2;
  const claim = { sessionId, blockchain: 'sol', walletAddress: address, username, nonce, expiresAt } as const;
  const signed = await wallet.signMessage(makeSeatText(claim));
  if (!signed.ok) return { ok: false, code: null, message: 'The wallet did not sign.' };
  const proof = { nonce, expiresAt, signature: signed.value };
  const joined = await ask(CROSS_CHAIN_CALLS.joinSession, {
    params: { id: sessionId },
    body: { userId: address, username, walletAddress: address, blockchain: 'sol', proof },
  });
  if (!joined.ok) return joined;
  const { userId, memberToken, seat } = joined.value;
  if (memberToken === null || seat === null) return { ok: false, code: null, message: 'The seat came without a key.' };
  const value: Membership = { sessionId, userId, memberToken, seat };
  tabStorage.setItem(keyOf(sessionId, address), JSON.stringify(value));
  return { ok: true, value };
}
