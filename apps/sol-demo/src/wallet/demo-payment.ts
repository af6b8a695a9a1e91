import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { isSignedBy, signText, type Account } from './keys.ts';

/** A payment of this demo's play money. No money is transferred. */
export const demoPayment = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** Lamports. */
  amount: z.int().positive(),
  createdAt: z.int(),
  expiresAt: z.int(),
});
export type DemoPayment = z.infer<typeof demoPayment>;

const signedPayment = z.strictObject({ unsigned: z.string(), signature: z.string() });

/** Parses an unsigned payment; null when it is invalid. */
export function parsePayment(unsigned: string): DemoPayment | null {
  try {
    return demoPayment.parse(JSON.parse(unsigned));
  } catch {
    return null;
  }
}

/** Signs a payment with its sender's account. */
export const signPayment = (unsigned: string, account: Account): string =>
  JSON.stringify({ unsigned, signature: signText(unsigned, account) });

/** Parses a signed payment; null when it is invalid or not signed by its sender. */
export function parseSignedPayment(
  signed: string,
): { readonly unsigned: string; readonly payment: DemoPayment } | null {
  try {
    const { unsigned, signature } = signedPayment.parse(JSON.parse(signed));
    const payment = parsePayment(unsigned);
    return payment !== null && isSignedBy(unsigned, signature, payment.from) ? { unsigned, payment } : null;
  } catch {
    return null;
  }
}

/** Id of a payment: the SHA-256 of its text, hex. */
export const idOf = (unsigned: string): string => bytesToHex(sha256(utf8ToBytes(unsigned)));
