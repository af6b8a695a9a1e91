import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { BATTLE_SECONDS, HASH_BYTES } from './constants.ts';

/**
 * A battle's randomness. The server draws one secret and hashes it again and again: the last hash is the commitment, published
 * before any player gives a seed; the ones before it are the reveals, each the hash of the next, given out second by second. So the
 * server cannot change a reveal once it has seen a seed, and no client can know one before it is revealed.
 */

/** The reveal of each second, from the first, that end in `secret` (32 bytes). */
export function makeReveals(secret: Uint8Array): Uint8Array[] {
  const reveals: Uint8Array[] = [secret];
  while (reveals.length < BATTLE_SECONDS) reveals.unshift(sha256(reveals[0]!));
  return reveals;
}

/** What is published before the seeds are taken: the hash of the first reveal. */
export const makeCommitment = (reveals: readonly Uint8Array[]): Uint8Array => sha256(reveals[0]!);

/** Whether a reveal is the next one after `before`: the last reveal, or the commitment for the first. */
export function isNextReveal(before: Uint8Array, reveal: Uint8Array): boolean {
  if (reveal.length !== HASH_BYTES) return false;
  const hash = sha256(reveal);
  return hash.every((byte, at) => byte === before[at]);
}

/** A player who gave no seed in time, and a bot, whose seed would be the server's to choose. */
const NO_SEED = new Uint8Array(HASH_BYTES);

/**
 * The four words of a second: the first 16 bytes, little-endian, of SHA-256 over `popfray battle 1`, the session's id, the second (one
 * byte), the reveal, and every player's seed in the order of the seats (zeros for none).
 */
export function makeBlock(
  sessionId: string,
  second: number,
  reveal: Uint8Array,
  seeds: readonly (Uint8Array | null)[],
): Int32Array {
  const parts = [
    utf8ToBytes(`popfray battle 1\n${sessionId}\n`),
    Uint8Array.of(second),
    reveal,
    ...seeds.map((seed) => seed ?? NO_SEED),
  ];
  const hash = sha256(concatBytes(...parts));
  const view = new DataView(hash.buffer, hash.byteOffset, 16);
  return Int32Array.from({ length: 4 }, (_, word) => view.getInt32(word * 4, true));
}

/** The four words of every second, one second after the other. */
export function makeBlocks(
  sessionId: string,
  reveals: readonly Uint8Array[],
  seeds: readonly (Uint8Array | null)[],
): Int32Array {
  const blocks = new Int32Array(reveals.length * 4);
  for (const [second, reveal] of reveals.entries()) blocks.set(makeBlock(sessionId, second, reveal, seeds), second * 4);
  return blocks;
}

/** 32 bytes as 64 hexadecimal digits. */
export const makeHex = (bytes: Uint8Array): string => bytesToHex(bytes);

/** The bytes of 64 lower-case hexadecimal digits; null for anything else. */
export function parseHex(text: string): Uint8Array | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: HASH_BYTES }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16));
}
