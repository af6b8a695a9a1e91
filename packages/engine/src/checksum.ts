import { finalise, fold } from './hash.ts';

/**
 * Checksum of the first `length` bytes, unsigned: their number and then their little-endian 32-bit words, the last one
 * filled up with zero bytes, folded into 0 and finalised. Any change within one word changes it.
 */
export function checksum(bytes: Uint8Array, length: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const whole = length & ~3;
  let hash = fold(0, length);
  for (let at = 0; at < whole; at += 4) hash = fold(hash, view.getInt32(at, true));
  let rest = 0;
  for (let at = whole; at < length; at++) rest |= bytes[at]! << (8 * (at - whole));
  return finalise(fold(hash, rest)) >>> 0;
}
