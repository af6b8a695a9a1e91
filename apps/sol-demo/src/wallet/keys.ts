import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64urlnopad } from '@scure/base';

/** An account of this chain: an ed25519 key pair, whose public half in base58 is the address. */
export interface Account {
  readonly address: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** The account of a secret key of 32 bytes. */
export const accountOf = (secret: Uint8Array): Account => ({
  secret,
  address: base58.encode(ed25519.getPublicKey(secret)),
});

/** A new account, from the browser's own randomness. */
export const createAccount = (): Account => accountOf(ed25519.utils.randomSecretKey());

/** The signature of a text's UTF-8 bytes, base64url. */
export const signText = (text: string, { secret }: Account): string =>
  base64urlnopad.encode(ed25519.sign(new TextEncoder().encode(text), secret));

/** Whether an address's key signed a text. False for what is no address or no signature. */
export function isSignedBy(text: string, signature: string, address: string): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), new TextEncoder().encode(text), base58.decode(address));
  } catch {
    return false;
  }
}
