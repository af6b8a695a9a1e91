import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64urlnopad } from '@scure/base';

/** An account of this chain: an ed25519 key pair. Its public key in base58 is the address. */
export interface Account {
  readonly address: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** The account of a secret key, 32 bytes. */
export const accountOf = (secret: Uint8Array): Account => ({
  secret,
  address: base58.encode(ed25519.getPublicKey(secret)),
});

/** Creates an account with the browser's random numbers. */
export const createAccount = (): Account => accountOf(ed25519.utils.randomSecretKey());

/** Signature of a text's UTF-8 bytes, base64url. */
export const signText = (text: string, { secret }: Account): string =>
  base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), secret));

/** Whether a text was signed by an address's key. False for an invalid address or signature. */
export function isSignedBy(text: string, signature: string, address: string): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), new TextEncoder().encode(text), base58.decode(address));
  } catch {
    return false;
  }
}
