import { keccak_256 } from '@noble/hashes/sha3.js';
import { recover } from './signature.ts';

/** Before every text that a wallet signs, with the text's length in bytes behind it. TRON.md section 5; TIP-191. */
const PREFIX = '\u0019TRON Signed Message:\n';

/** Halves of a pair without their other half: such a text has no UTF-8. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** The address whose key signed a text with `signMessageV2`; null for what is no signature of 65 bytes. */
export function recoverSigner(text: string, signature: string): string | null {
  if (LONE_SURROGATE.test(text)) return null;
  const encoder = new TextEncoder();
  const bytes = encoder.encode(text);
  const prefix = encoder.encode(`${PREFIX}${bytes.length}`);
  const hash = keccak_256.create().update(prefix).update(bytes).digest();
  return recover(hash, signature);
}
