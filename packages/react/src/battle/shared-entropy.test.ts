import { describe, expect, test } from 'vitest';
import { Host } from './host.fixture.ts';
import { SharedEntropy } from './shared-entropy.ts';

const host = new Host();
const SEED = 'ab'.repeat(32);
const OWN = { index: 0, seed: SEED, isTaken: true };

/** A battle's randomness with its seeds closed and `seconds` reveals. */
function begin(seconds: number): SharedEntropy {
  const shared = new SharedEntropy(host.sessionId);
  expect(shared.commit(host.commitment)).toBeNull();
  expect(shared.closeSeeds([SEED, null], OWN)).toBeNull();
  for (let second = 0; second < seconds; second++) expect(shared.reveal(second, revealAt(second))).toBeNull();
  return shared;
}

const revealAt = (second: number): Uint8Array => host.reveals[second] ?? new Uint8Array(0);

const isKnown = (shared: SharedEntropy, second: number): boolean => shared.entropy.block(second, new Int32Array(4));

describe('the randomness of a battle', () => {
  test('is known second by second, and no second sooner than its reveal', () => {
    const shared = begin(3);
    expect([0, 1, 2, 3].map((second) => isKnown(shared, second))).toEqual([true, true, true, false]);
  });

  test('is known only once the seeds are closed, even if reveals came earlier', () => {
    const shared = new SharedEntropy(host.sessionId);
    shared.commit(host.commitment);
    expect(shared.reveal(0, revealAt(0))).toBeNull();
    expect(isKnown(shared, 0)).toBe(false);
    shared.closeSeeds([SEED, null], OWN);
    expect(isKnown(shared, 0)).toBe(true);
  });

  test('ignores a reveal that it knows', () => {
    const shared = begin(3);
    expect(shared.reveal(0, revealAt(0))).toBeNull();
    expect(shared.reveal(2, revealAt(2))).toBeNull();
    expect(isKnown(shared, 3)).toBe(false);
  });

  test.each<[string, number, () => Uint8Array]>([
    ['altered in one bit', 3, () => revealAt(3).map((byte, at) => (at === 31 ? byte ^ 1 : byte))],
    ['of a later second', 4, () => revealAt(4)],
    ['of a later second, given for the next one', 3, () => revealAt(4)],
    ['of an earlier second, given for the next one', 3, () => revealAt(2)],
    ['of a known second, altered', 1, () => revealAt(1).map((byte) => byte ^ 0x80)],
    ['too short', 3, () => revealAt(3).subarray(1)],
    ['empty', 3, () => new Uint8Array(0)],
  ])('refuses a reveal that is %s, and keeps what it had', (_, second, make) => {
    const shared = begin(3);
    expect(shared.reveal(second, make())).toBe('ERR_REVEAL');
    expect(isKnown(shared, 3)).toBe(false);
    expect(shared.reveal(3, revealAt(3))).toBeNull();
    expect(isKnown(shared, 3)).toBe(true);
  });

  test('refuses a reveal before the commitment, and one after the last second', () => {
    expect(new SharedEntropy(host.sessionId).reveal(0, revealAt(0))).toBe('ERR_REVEAL');
    expect(begin(60).reveal(60, revealAt(59))).toBe('ERR_REVEAL');
  });

  test('refuses another commitment than the first', () => {
    const shared = begin(0);
    expect(shared.commit('00'.repeat(32))).toBe('ERR_COMMITMENT');
    expect(shared.commit(host.commitment)).toBeNull();
    expect(new SharedEntropy('x').commit('no hex')).toBe('ERR_COMMITMENT');
  });

  test.each<[string, (string | null)[], boolean, string | null]>([
    ['with the player’s own', [SEED, null], true, null],
    ['without one that had been taken', [null, null], true, 'ERR_SEEDS'],
    ['without one that came too late', [null, null], false, null],
    ['with another in its place', ['cd'.repeat(32), null], false, 'ERR_SEEDS'],
    ['that are no seeds', [SEED, 'xy'], true, 'ERR_SEEDS'],
  ])('takes the seeds only as they were given: %s', (_, seeds, isTaken, distrust) => {
    const shared = new SharedEntropy(host.sessionId);
    shared.commit(host.commitment);
    expect(shared.closeSeeds(seeds, { ...OWN, isTaken })).toBe(distrust);
    expect(shared.hasSeeds).toBe(distrust === null);
  });

  test('refuses other seeds once they are closed', () => {
    const shared = begin(1);
    expect(shared.closeSeeds([SEED, null], OWN)).toBeNull();
    expect(shared.closeSeeds([SEED, SEED], OWN)).toBe('ERR_SEEDS');
    expect(shared.closeSeeds([SEED], OWN)).toBe('ERR_SEEDS');
  });
});
