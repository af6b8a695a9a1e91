import { sha256 } from './hash.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const CHECKSUM_BYTES = 4;

/** Hex digits of a valid address: 0x41 and 20 bytes. */
const VALID = /^41[0-9a-f]{40}$/;

/** Whether lower-case hex is an address of TRON: 21 bytes, the first of them 0x41. */
export const isAddress = (hex: string): boolean => VALID.test(hex);

/** An address of this chain, `41…` or `T…` (base58check), as lower-case hex; null when it is neither, or misspelt. */
export function parseAddress(text: string): string | null {
  const hex = /^41[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : parseBase58(text);
  return hex !== null && isAddress(hex) ? hex : null;
}

/** The base58check spelling of bytes in hex. */
export function makeBase58(hex: string): string {
  const payload = Buffer.from(hex, 'hex');
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES)]);
  let text = '';
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
    text = (ALPHABET[Number(rest % 58n)] ?? '') + text;
  }
  const leading = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(leading === -1 ? bytes.length : leading) + text;
}

/** The 21 bytes behind a base58check text as hex; null when it is none. */
function parseBase58(text: string): string | null {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return null;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  const hex = value.toString(16).slice(0, -2 * CHECKSUM_BYTES);
  return hex.length % 2 === 0 && makeBase58(hex) === text ? hex : null;
}
