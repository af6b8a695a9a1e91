import { makeHex, parseHex, sha256 } from './bytes.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Hex digits of an address's 21 bytes, the first of which is 0x41, and of the 4 bytes of checksum behind them. */
const ADDRESS_DIGITS = 42;
const CHECKSUM_DIGITS = 8;

/** An address in base58check as the 42 hex digits a transaction holds; null when it is none, or misspelt. */
export async function addressHex(address: string): Promise<string | null> {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return null;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  const hex = value.toString(16);
  const payload = parseHex(hex.slice(0, ADDRESS_DIGITS));
  if (hex.length !== ADDRESS_DIGITS + CHECKSUM_DIGITS || !hex.startsWith('41') || payload === null) return null;
  const checksum = makeHex(await sha256(await sha256(payload))).slice(0, CHECKSUM_DIGITS);
  return hex.slice(ADDRESS_DIGITS) === checksum ? hex.slice(0, ADDRESS_DIGITS) : null;
}
