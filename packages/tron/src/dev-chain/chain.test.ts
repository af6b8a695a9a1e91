import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ALICE,
  ask,
  BOB,
  broadcast,
  CAROL,
  Clock,
  makeDevChain,
  makeTransfer,
  person,
  TRX,
} from './dev-chain.fixture.ts';
import type { DevChain } from './dev-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'dev-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The balance of an address, sun; at the newest final block if asked for. */
async function balanceOf(devChain: DevChain, address: string, isSolid = false): Promise<unknown> {
  const path = isSolid ? '/walletsolidity/getaccount' : '/wallet/getaccount';
  return (await ask(devChain, path, { address }))['balance'] ?? 0;
}

describe('a new chain', () => {
  it('has a block behind block 0, so that transactions have something to refer to', () => {
    const { chain, close } = makeDevChain();
    expect(chain.head.number).toBe(1);
    expect(chain.solid.number).toBe(0);
    close();
  });

  it('makes a block final when as many as asked for are on top of it', () => {
    const { chain, close } = makeDevChain({ solidAfter: 3 });
    chain.mine(9);
    expect([chain.head.number, chain.solid.number]).toEqual([10, 7]);
    close();
    const hasty = makeDevChain({ solidAfter: 0 });
    expect(hasty.chain.solid).toEqual(hasty.chain.head);
    hasty.close();
  });

  it('keeps time going forwards when the clock stands still or goes backwards', () => {
    const clock = new Clock();
    const { chain, close } = makeDevChain({ now: clock.now });
    const before = chain.head.timestampMs;
    chain.mine(1);
    clock.ms -= 60_000;
    chain.mine(1);
    expect(chain.head.timestampMs).toBe(before + 2);
    close();
  });

  it('advances the clock permanently on request', () => {
    const { chain, close } = makeDevChain();
    const before = chain.head.timestampMs;
    chain.mine(1, 3_600_000);
    chain.mine(1);
    expect(chain.head.timestampMs).toBe(before + 3_600_001);
    close();
  });
});

describe('the faucet', () => {
  it('gives at once, in every view, to those who wait too', async () => {
    const devChain = makeDevChain();
    devChain.chain.mine(5);
    expect(devChain.chain.faucet(ALICE.address, 10 * TRX)).toEqual({ ok: true, value: { balanceSun: 10 * TRX } });
    expect(await balanceOf(devChain, ALICE.hex)).toBe(10 * TRX);
    expect(await balanceOf(devChain, ALICE.hex, true)).toBe(10 * TRX);

    await broadcast(devChain, await makeTransfer(devChain, { amountSun: 5 * TRX }));
    devChain.chain.faucet(ALICE.address, 90 * TRX);
    const rest = await makeTransfer(devChain, { amountSun: 90 * TRX });
    expect(await broadcast(devChain, rest)).toHaveProperty('result', true);
    devChain.chain.mine(3);
    expect(await balanceOf(devChain, BOB.hex, true)).toBe(95 * TRX);
    devChain.close();
  });

  it.each([
    ['no address', 'T', 1, 'ERR_FAUCET_ADDRESS'],
    ['nothing', ALICE.address, 0, 'ERR_FAUCET_AMOUNT'],
    ['less than nothing', ALICE.address, -1, 'ERR_FAUCET_AMOUNT'],
    ['a fraction', ALICE.address, 1.5, 'ERR_FAUCET_AMOUNT'],
    ['no number', ALICE.address, Number.NaN, 'ERR_FAUCET_AMOUNT'],
    ['more than a million TRX', ALICE.address, 1_000_000 * TRX + 1, 'ERR_FAUCET_AMOUNT'],
  ])('gives nothing for %s', (_, address, amountSun, code) => {
    const { chain, close } = makeDevChain();
    expect(chain.faucet(address, amountSun)).toMatchObject({ ok: false, error: { code } });
    expect(chain.supply).toEqual({ mintedSun: 0, burnedSun: 0, heldSun: 0 });
    close();
  });

  it('runs dry before a sum could leave the safe integers', () => {
    const { chain, close } = makeDevChain();
    for (let times = 0; times < 9_000; times++) chain.faucet(ALICE.address, 1_000_000 * TRX);
    expect(chain.faucet(ALICE.address, 1)).toMatchObject({ ok: false, error: { code: 'ERR_FAUCET_DRY' } });
    expect(chain.supply.heldSun).toBe(9_000_000_000 * TRX);
    close();
  });
});

describe('what is final', () => {
  it('does not see a transfer before its block is', async () => {
    const devChain = makeDevChain();
    devChain.chain.faucet(ALICE.address, 10 * TRX);
    const { txID } = await makeTransfer(devChain).then(async (json) => {
      await broadcast(devChain, json);
      return json;
    });
    const seen = async () => ({
      newest: await ask(devChain, '/wallet/gettransactionbyid', { value: txID }),
      newestInfo: await ask(devChain, '/wallet/gettransactioninfobyid', { value: txID }),
      final: await ask(devChain, '/walletsolidity/gettransactionbyid', { value: txID }),
      finalInfo: await ask(devChain, '/walletsolidity/gettransactioninfobyid', { value: txID }),
    });
    // TRON shows a transaction as a success while it still waits.
    expect(await seen()).toMatchObject({ newest: { ret: [{ contractRet: 'SUCCESS' }] }, newestInfo: {}, final: {} });
    devChain.chain.mine(2);
    expect(await seen()).toMatchObject({ newestInfo: { blockNumber: 2 }, final: {}, finalInfo: {} });
    expect(await balanceOf(devChain, BOB.hex)).toBe(TRX);
    expect(await balanceOf(devChain, BOB.hex, true)).toBe(0);
    devChain.chain.mine(1);
    expect(await seen()).toMatchObject({ final: { txID }, finalInfo: { blockNumber: 2 } });
    expect(await balanceOf(devChain, BOB.hex, true)).toBe(TRX);
    devChain.close();
  });
});

/** Something that happens to a chain. */
type Deed =
  | { readonly type: 'transfer'; readonly from: number; readonly to: number; readonly amountSun: number }
  | { readonly type: 'faucet'; readonly to: number; readonly amountSun: number }
  | { readonly type: 'mine'; readonly blocks: number; readonly skipMs: number }
  | { readonly type: 'restart' };

const PEOPLE = [ALICE, BOB, CAROL, person(0xda), person(0xee)];
const who = fc.nat(PEOPLE.length - 1);
const amountSun = fc.oneof(fc.integer({ min: 1, max: 3 * TRX }), fc.integer({ min: 1, max: 50 * TRX }));

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('transfer'), from: who, to: who, amountSun }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('faucet'), to: who, amountSun }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('mine'),
      blocks: fc.integer({ min: 1, max: 4 }),
      skipMs: fc.constantFrom(0, 0, 43_200_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart') }) },
);

describe('for any sequence of commands', () => {
  it('money is only minted or burned, no balance is negative, what was accepted is included, what is final stays', async () => {
    let file = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 10, maxLength: 50 }), async (deeds) => {
        const path = join(folder, `${++file}.db`);
        let devChain = makeDevChain({ path });
        /** Balances after each block, and what the faucet added to them since. */
        const history = new Map<number, number[]>();
        const taken: string[] = [];
        let counter = 0;

        const balances = async (isSolid = false): Promise<number[]> =>
          Promise.all(PEOPLE.map(async ({ hex }) => Number(await balanceOf(devChain, hex, isSolid))));
        const check = async (): Promise<void> => {
          const { supply, solid } = devChain.chain;
          expect(supply.heldSun + supply.burnedSun).toBe(supply.mintedSun);
          expect((await balances()).every((sun) => sun >= 0)).toBe(true);
          expect((await balances()).reduce((sum, sun) => sum + sun, 0)).toBe(supply.heldSun);
          const then = history.get(solid.number);
          if (then !== undefined) expect(await balances(true)).toEqual(then);
        };

        for (const step of deeds) {
          if (step.type === 'transfer') {
            const [from = ALICE, to = BOB] = [PEOPLE[step.from], PEOPLE[step.to]];
            if (from === to) continue;
            const timestampMs = devChain.chain.head.timestampMs + ++counter;
            const json = await makeTransfer(devChain, { from, to: to.address, amountSun: step.amountSun, timestampMs });
            const answer = await broadcast(devChain, json);
            if (answer['result'] === true) taken.push(json.txID);
            else expect(['CONTRACT_VALIDATE_ERROR', 'BANDWITH_ERROR']).toContain(answer['code']);
          } else if (step.type === 'faucet') {
            devChain.chain.faucet(PEOPLE[step.to]?.address ?? '', step.amountSun);
            for (const row of history.values()) row[step.to] = (row[step.to] ?? 0) + step.amountSun;
          } else if (step.type === 'mine') {
            for (let left = step.blocks; left > 0; left--) {
              devChain.chain.mine(1, left === step.blocks ? step.skipMs : 0);
              history.set(devChain.chain.head.number, await balances());
            }
            for (const txid of taken) {
              expect(await ask(devChain, '/wallet/gettransactioninfobyid', { value: txid })).toHaveProperty('id', txid);
            }
          } else {
            const { head, solid, supply, waiting } = devChain.chain;
            devChain.close();
            devChain = makeDevChain({ path });
            expect(devChain.chain).toMatchObject({ head, solid, supply, waiting });
          }
          await check();
        }
        devChain.close();
      }),
      { numRuns: 15 },
    );
  });
});
