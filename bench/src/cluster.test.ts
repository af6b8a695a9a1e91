import { findPostgres } from '@popfray/server/testing/postgres-programs';
import { findRedis } from '@popfray/server/testing/redis-server';
import { describe, expect, it } from 'vitest';
import { playUnderFaults, type Fault } from './cluster-faults.ts';

/** A round of a minute, and four times as long for everything around it on a busy machine, ms. */
const TEST_MS = 300_000;

describe.skipIf(findPostgres() === undefined || findRedis() === undefined)('three nodes of a cluster', () => {
  const waves: readonly (readonly Fault[])[] = [
    ['owner-killed', 'postgres-killed', 'owner-killed', 'redis-killed'],
    ['owner-paused', 'redis-paused', 'redis-flushed', 'postgres-failed-over', 'owner-killed'],
  ];
  const cases = waves.map((faults) => ({ faults, names: faults.join(', ') }));

  it.each(cases)(
    'lose no round and no money by faults during a battle: $names',
    { timeout: TEST_MS },
    async ({ faults }) => {
      const report = await playUnderFaults(faults, { battles: 3, seats: 2 });
      expect(report).toMatchObject({ faults: faults.length, rounds: 6, roundsLost: 0, moneyWrong: 0 });
    },
  );
});
