import { findPostgres } from '@popfray/server/testing/postgres-programs';
import { findRedis } from '@popfray/server/testing/redis-server';
import { describe, expect, it } from 'vitest';
import { playUnderFaults } from './cluster-faults.ts';

/** A round of a minute, and as long again for everything around it on a slow machine, ms. */
const TEST_MS = 180_000;

describe.skipIf(findPostgres() === undefined || findRedis() === undefined)('three nodes of a cluster', () => {
  it('lose no round and no money when `kill -9` ends the owner of a battle, twice', { timeout: TEST_MS }, async () => {
    const report = await playUnderFaults('owner', 2, { battles: 3, seats: 2 });
    expect(report).toMatchObject({ faults: 2, rounds: 6, roundsLost: 0, moneyWrong: 0 });
  });
});
