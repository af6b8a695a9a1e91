import { z } from 'zod';
import { blockchain, walletAddress, type Blockchain } from './chain-name.ts';
import { storableText, timeMs } from './field.ts';

/** How far ahead a proof may end, ms. */
export const PROOF_MS = 5 * 60_000;

/** What a player of another chain says to take a seat. */
export interface SeatClaim {
  readonly sessionId: string;
  readonly blockchain: Blockchain;
  readonly walletAddress: string;
  readonly username: string;
  /** 16 bytes of the player's, hex: a proof counts once. */
  readonly nonce: string;
  /** Epoch ms, at most `PROOF_MS` ahead. */
  readonly expiresAt: number;
}

/** The text that such a player's wallet signs. A person can read it, and it says everything that follows from it. */
export const makeSeatText = (claim: SeatClaim): string =>
  [
    'Popfray: take a seat in a battle',
    `Session: ${claim.sessionId}`,
    `Chain: ${claim.blockchain}`,
    `Wallet: ${claim.walletAddress}`,
    `Name: ${JSON.stringify(claim.username)}`,
    `Nonce: ${claim.nonce}`,
    `Until: ${new Date(claim.expiresAt).toISOString()}`,
  ].join('\n');

/** A wallet's signature over the text of a seat. */
export const seatProof = z.strictObject({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  expiresAt: timeMs,
  /** Over the UTF-8 text. `sol`: ed25519, base64url. `tron`: `signMessageV2` of the wallet, 65 bytes in hex. */
  signature: storableText.max(200),
});
export type SeatProof = z.infer<typeof seatProof>;

/** SPEC section 7, the body of joining by the cross-chain server, with the wallet's proof of it. */
export const joinForm = z.strictObject({
  userId: storableText.max(100),
  username: storableText.max(200),
  walletAddress,
  blockchain,
  /** Needed from players; a platform that signs its calls speaks for its own. */
  proof: seatProof.optional(),
});
export type JoinForm = z.infer<typeof joinForm>;
