import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { isSignedBy, signText, type Account } from './keys.ts';

/** A payment of the play money of this demo: what it says, and nothing more. */
export const paper = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** Lamports. */
  amount: z.int().positive(),
  createdAt: z.int(),
  expiresAt: z.int(),
});
export type Paper = z.infer<typeof paper>;

const signedPaper = z.strictObject({ unsigned: z.string(), signature: z.string() });

/** What an unsigned payment says; null for what is none. */
export function readPaper(unsigned: string): Paper | null {
  try {
    return paper.parse(JSON.parse(unsigned));
  } catch {
    return null;
  }
}

/** Signs a payment for its sender. */
export const signPaper = (unsigned: string, account: Account): string =>
  JSON.stringify({ unsigned, signature: signText(unsigned, account) });

/** What a signed payment says, if its sender signed it; null otherwise. */
export function readSigned(signed: string): { readonly unsigned: string; readonly paper: Paper } | null {
  try {
    const { unsigned, signature } = signedPaper.parse(JSON.parse(signed));
    const said = readPaper(unsigned);
    return said !== null && isSignedBy(unsigned, signature, said.from) ? { unsigned, paper: said } : null;
  } catch {
    return null;
  }
}

/** A payment's id: the SHA-256 of what it says, hex. */
export const idOf = (unsigned: string): string => bytesToHex(sha256(utf8ToBytes(unsigned)));
