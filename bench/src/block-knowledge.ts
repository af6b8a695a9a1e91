import { makeHex } from '@popfray/protocol/battle';

/** Something that a client has received: a frame, a text of a socket, or an answer of the API. */
export interface Received {
  /** Time of the round when it arrived, ms; below 0 before the first second. */
  readonly roundMs: number;
  readonly bytes: Buffer;
}

/** What a round's randomness was, as far as it was revealed. */
export interface RevealedRound {
  /** By second. */
  readonly reveals: readonly Uint8Array[];
  /** Four words of each second. */
  readonly blocks: readonly Int32Array[];
}

const SECOND_MS = 1_000;

/**
 * How long before each second a client could make its block from what it had received, ms of the round; negative after the second's start, and null when it never could. A
 * reveal is also that of all seconds before it, because each is the hash of the next one. Reveals are searched for as bytes, hex and base64, and blocks as JSON.
 */
export function findKnowledge(received: readonly Received[], { reveals, blocks }: RevealedRound): (number | null)[] {
  const inOrder = received.toSorted((one, other) => one.roundMs - other.roundMs);
  const findFirst = (texts: readonly (Buffer | string)[]): number =>
    inOrder.find(({ bytes }) => texts.some((text) => bytes.includes(text)))?.roundMs ?? Infinity;
  let revealedAt = Infinity;
  const known: (number | null)[] = [];
  for (let second = reveals.length - 1; second >= 0; second--) {
    const reveal = Buffer.from(reveals[second] ?? []);
    const texts = [reveal, makeHex(reveal), reveal.toString('base64url'), reveal.toString('base64')];
    revealedAt = Math.min(revealedAt, findFirst(texts));
    const knownAt = Math.min(revealedAt, findFirst([[...(blocks[second] ?? [])].join(',')]));
    known.unshift(knownAt === Infinity ? null : second * SECOND_MS - knownAt);
  }
  return known;
}
