import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** 0x41 and the last 20 bytes of the hash of a public key, as lower-case hex. */
const ADDRESS_HEX = /^41[0-9a-f]{40}$/;

/** The first bytes of a double SHA-256, hex digits. */
const CHECKSUM_DIGITS = 8;

/** Whether a text is an address of TRON in base58check, the only spelling that counts here. */
export const isAddress = (text: string): boolean => parseAddress(text) !== null;

/** The 21 bytes of an address as hex; null for what is none. */
export function parseAddress(text: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return null;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  const hex = value.toString(16).slice(0, -CHECKSUM_DIGITS);
  // Compared as a whole, which leaves one spelling for each address.
  return makeAddress(hex) === text ? hex : null;
}

/** An address in base58check from its 21 bytes as hex; null for what is none. */
export function makeAddress(hex: string): string | null {
  if (!ADDRESS_HEX.test(hex)) return null;
  const checksum = bytesToHex(sha256(sha256(hexToBytes(hex)))).slice(0, CHECKSUM_DIGITS);
  let text = '';
  for (let rest = BigInt(`0x${hex}${checksum}`); rest > 0n; rest /= 58n) {
    text = (ALPHABET[Number(rest % 58n)] ?? '') + text;
  }
  return text;
}
