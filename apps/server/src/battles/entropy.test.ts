import { makeBlock, makeCommitment, makeHex, makeReveals } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { BattleEntropy } from './entropy.ts';

const SECRET = new Uint8Array(32).fill(5);
const SEEDS = [new Uint8Array(32).fill(1), null];

describe('a battle’s entropy', () => {
  const reveals = makeReveals(SECRET);

  it('says no more than its commitment before the first second is given', () => {
    const entropy = new BattleEntropy(SECRET);
    const block = new Int32Array(4).fill(9);
    expect(entropy.commitment).toBe(makeHex(makeCommitment(reveals)));
    expect([entropy.given, entropy.knownMs, entropy.reveals]).toEqual([0, 0, []]);
    expect(entropy.block(0, block)).toBe(false);
    expect([...block]).toEqual([9, 9, 9, 9]);
    expect(() => entropy.secret).toThrow('not published before');
  });

  it('is given second by second, to the secret', () => {
    const entropy = new BattleEntropy(SECRET);
    const block = new Int32Array(4);
    for (const [second, reveal] of reveals.entries()) {
      expect(entropy.giveNext('session-1', SEEDS)).toEqual({ second, reveal });
      expect(entropy.knownMs).toBe((second + 1) * 1_000);
      expect(entropy.block(second, block)).toBe(true);
      expect(block).toEqual(makeBlock('session-1', second, reveal, SEEDS));
      expect(entropy.block(second + 1, block)).toBe(false);
    }
    expect(entropy.secret).toBe(makeHex(SECRET));
    expect(() => entropy.giveNext('session-1', SEEDS)).toThrow(RangeError);
  });
});
