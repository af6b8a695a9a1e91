import { makeBlock, makeHex, makeReveals } from '@popfray/protocol/battle';
import { expect, test } from 'vitest';
import { findKnowledge, type RevealedRound } from './block-knowledge.ts';

const REVEALS = makeReveals(new Uint8Array(32).fill(7)).slice(0, 4);
const ROUND: RevealedRound = {
  reveals: REVEALS,
  blocks: REVEALS.map((reveal, second) => makeBlock('session-0001', second, reveal, [null])),
};
const at = (roundMs: number, bytes: Uint8Array | string) => ({ roundMs, bytes: Buffer.from(bytes) });
const revealOf = (second: number): Uint8Array => ROUND.reveals[second] ?? new Uint8Array(0);

test('A block is known from the arrival of its reveal on, in any encoding', () => {
  const received = [
    at(-1_000, Buffer.concat([Buffer.from([2, 0]), revealOf(0)])),
    at(100, `{"reveals":["${makeHex(revealOf(1))}"]}`),
    at(2_500, Buffer.from(revealOf(2)).toString('base64')),
  ];
  expect(findKnowledge(received, ROUND)).toEqual([1_000, 900, -500, null]);
});

test('A reveal is also the knowledge of all seconds before it', () => {
  expect(findKnowledge([at(-500, revealOf(2))], ROUND)).toEqual([500, 1_500, 2_500, null]);
});

test('A block in an answer of the API is the knowledge of its second alone', () => {
  const received = [at(-100, JSON.stringify({ blocks: [...(ROUND.blocks[2] ?? [])] }))];
  expect(findKnowledge(received, ROUND)).toEqual([null, null, 2_100, null]);
});

test('The first of several arrivals counts, in any order of notes', () => {
  expect(findKnowledge([at(1_000, revealOf(3)), at(500, revealOf(3))], ROUND)[3]).toBe(2_500);
});
