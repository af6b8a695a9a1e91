import { randomBytes } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { openLeases, type TakenLease } from '../platform/lease/index.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { BattleRegistry } from './battle-registry.ts';
import { BattleSearch } from './battle-search.ts';
import { PlayableVersions } from './battle-version.ts';
import { Journal } from './journal.ts';
import { TestLeases } from './leases.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

/** Leases that count how many are being taken at once. */
class CountedLeases extends TestLeases {
  taking = 0;
  most = 0;

  override async take(name: string): Promise<TakenLease | null> {
    this.most = Math.max(this.most, ++this.taking);
    const taken = await super.take(name);
    this.taking--;
    return taken;
  }
}

it('takes a battle once at a time, however many callers ask for it again', async () => {
  const { db, now, log } = test.context;
  const leases = new CountedLeases(await openLeases({ db, now, randomBytes, log, isAlone: false }));
  const context = { ...test.context, leases };
  const registry = new BattleRegistry(context, () => undefined);
  const journal = new Journal(context, { onLost: () => undefined, onFault: () => undefined });
  const search = new BattleSearch(context, registry, journal, { versions: new PlayableVersions(), everyMs: 100 });
  // The session does not exist, so each attempt ends without a battle.
  const calls: Promise<void>[] = [];
  for (let turn = 0; turn < 20; turn++) {
    await yieldToEventLoop();
    for (let tick = 0; tick < 200; tick++) {
      calls.push(search.take('session-0'));
      await Promise.resolve();
    }
  }
  await Promise.all(calls);
  expect(leases.most).toBe(1);
  await leases.stop();
});
