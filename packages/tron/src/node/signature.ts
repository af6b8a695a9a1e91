import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { makeAddress } from './address.ts';

/** r, s and v: 65 bytes as hex. Some wallets put 0x before them. */
const SIGNATURE = /^(?:0x)?([0-9a-fA-F]{128})([0-9a-fA-F]{2})$/;

/** What TRON's signers add to the recovery bit, which makes it v. Bare bits are understood too. */
const V_OFFSET = 27;

const PRIVATE_KEY = /^[0-9a-fA-F]{64}$/;

/** The address that a private key (64 hex digits) speaks for; null when it is no key of the curve. */
export function addressOf(privateKey: string): string | null {
  const key = parseKey(privateKey);
  return key && addressOfPublicKey(secp256k1.getPublicKey(key, false));
}

/** Signs a hash: 65 bytes as 130 hex digits, v 27 or 28. Throws for what is no key, and does not say it. */
export function sign(hash: Uint8Array, privateKey: string): string {
  const key = parseKey(privateKey);
  if (!key) throw new RangeError('a private key is 64 hex digits within the order of secp256k1');
  // RFC 6979: the same hash and key give the same signature.
  const bytes = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  const [recovery = 0] = bytes;
  return bytesToHex(bytes.subarray(1)) + (V_OFFSET + recovery).toString(16);
}

/** The address whose key signed a hash; null for what is no signature. Takes the low s alone, as signers make it. */
export function recover(hash: Uint8Array, signature: string): string | null {
  const [, rs, v] = SIGNATURE.exec(signature) ?? [];
  if (rs === undefined || v === undefined) return null;
  const byte = Number.parseInt(v, 16);
  const recovery = byte < V_OFFSET ? byte : byte - V_OFFSET;
  if (recovery > 1) return null;
  try {
    const point = secp256k1.Signature.fromBytes(hexToBytes(rs), 'compact').addRecoveryBit(recovery);
    return point.hasHighS() ? null : addressOfPublicKey(point.recoverPublicKey(hash).toBytes(false));
  } catch {
    // r or s is outside the curve's order, or belongs to no point of it.
    return null;
  }
}

/** The bytes of a private key; null when it is none. */
function parseKey(privateKey: string): Uint8Array | null {
  if (!PRIVATE_KEY.test(privateKey)) return null;
  const key = hexToBytes(privateKey);
  return secp256k1.utils.isValidSecretKey(key) ? key : null;
}

const addressOfPublicKey = (publicKey: Uint8Array): string | null =>
  makeAddress(`41${bytesToHex(keccak_256(publicKey.subarray(1))).slice(-40)}`);
