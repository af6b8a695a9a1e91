import { expect, it } from 'vitest';
import { isSeatProof, makeSeatProof, type ProvenSeat } from './seat-proof.ts';

const context = { house: { address: 'T', privateKey: '1'.repeat(64) } };
const SEAT: ProvenSeat = { sessionId: 'session', userId: 'ann', from: 'a', to: 'b', link: 1, attempt: 1 };

it('a proof is for one seat, two nodes, one client and one attempt, and only for nodes with the same key', () => {
  const proof = makeSeatProof(context, SEAT);
  expect(isSeatProof(context, SEAT, proof)).toBe(true);
  for (const change of [
    { sessionId: 'other' },
    { userId: 'ben' },
    { from: 'c' },
    { to: 'c' },
    { from: 'b', to: 'a' },
    { link: 2 },
    { attempt: 2 },
  ])
    expect(isSeatProof(context, { ...SEAT, ...change }, proof)).toBe(false);
  expect(isSeatProof({ house: { address: 'T', privateKey: '2'.repeat(64) } }, SEAT, proof)).toBe(false);
  expect(isSeatProof(context, SEAT, '')).toBe(false);
});
