import { fetchRow, fetchRows, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NEW_ACCOUNT_FEE_SUN } from '@popfray/protocol';
import type { Faults } from '@popfray/tron/dev-chain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { buyFromBalance } from '../payments/balance-payment.ts';
import { createDeposit } from '../payments/deposit.ts';
import { cancelPayment, createPayment, submitPayment } from '../payments/intent.ts';
import { nameTransaction } from '../payments/naming.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { createWithdrawal, requestWithdrawal } from '../payouts/withdrawal.ts';
import { CATALOGUE } from '../upgrades/catalogue.ts';
import { testLocation } from './test-location.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from './context.fixture.ts';
import { credit, sendByHand, settleAll, turn } from './money.fixture.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;
const UPGRADES = CATALOGUE.slice(0, 3);

/** Number of histories that are tried. */
const RUNS = 15;

/** What is thrown where a process dies: at a point between two durable steps. */
const KILLED = 'killed at a step';

/** Two players, a house and a chain, and everything that was ever made in them. */
interface World {
  test: TestContext;
  readonly file: string;
  readonly players: readonly TestWallet[];
  /** Intents with their transactions, in any state. */
  readonly intents: { readonly id: string; readonly player: number; readonly unsigned: string }[];
  /** Transactions that a player knows. */
  readonly txids: { readonly txid: string; readonly player: number }[];
  /** Steps until the process dies; below 0, never. */
  stepsToLive: number;
  /** Whether it has died. What it does after that has no effect. */
  isDead: boolean;
}

/** Picks one of what there is by any number. */
const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];

const number = fc.nat({ max: 1_000 });
const player = fc.nat({ max: 1 });
const FAULTS: readonly Faults[] = [
  {},
  { loseAnswer: { count: 2 } },
  { loseAnswer: { count: 1, path: '/wallet/broadcasttransaction' } },
  { page: { count: 2 } },
  { rateLimit: { count: 2 } },
  { busy: { count: 2 } },
  { drop: { count: 1 } },
  { drop: { count: 1, forget: true } },
  { stopSolidifying: true },
];

/** The next action of a player, the chain or the server. */
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('intend'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('deposit'), player, number }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('submit'), player, number }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('send'), player, number }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('by-hand'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('name'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('recover'), player, number }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('withdraw-little'), player, number }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('pay-from-balance'), player, number }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('turn'), player, number }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('mine'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fault'), player, number }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('die-soon'), player, number }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('restart'), player, number }) },
);

type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

async function createWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-money-'));
  const file = join(folder, 'popfray.db');
  const test = await createTestContext({ database: file });
  const players = [await test.player('alice', 300 * TRX), await test.player('bob', 300 * TRX)];
  for (const wallet of players) await credit(test, wallet, 50 * TRX);
  const world: World = { test, file, players, intents: [], txids: [], stepsToLive: -1, isDead: false };
  useDatabase(world, test.context.db);
  return world;
}

/** The context of a process that may die at a step, and writes nothing after it. */
function useDatabase(world: World, db: Database): void {
  const onStep = (): void => {
    if (world.stepsToLive-- !== 0) return;
    world.isDead = true;
    void db.close();
    throw new Error(KILLED);
  };
  const context: Context = { ...world.test.context, db, onStep };
  world.test = { ...world.test, context };
}

async function restart(world: World): Promise<void> {
  world.stepsToLive = -1;
  world.isDead = false;
  // Everything in memory is created again, and differs.
  world.test.clock.nowMs += 1_000;
  await world.test.context.db.close();
  const db = await openDatabase(await testLocation(world.file), undefined, dirname(world.file));
  if ('code' in db) throw new Error(db.message);
  useDatabase(world, db);
}

async function act(world: World, { does, player: index, number: draw }: Action): Promise<void> {
  const { test, players, intents, txids } = world;
  const { context, clock } = test;
  const wallet = pick(players, index);
  if (wallet === undefined) throw new Error('no players');
  const { address, privateKey } = wallet;
  const offer = pick(UPGRADES, draw);
  const intent = pick(intents, draw);
  const known = pick(txids, draw);
  switch (does) {
    case 'intend':
    case 'deposit': {
      const created =
        does === 'intend'
          ? await createPayment(context, address, offer?.id ?? '')
          : // Prices too, so that a transfer made by hand can be for either.
            await createDeposit(context, address, draw % 2 === 0 ? (offer?.priceSun ?? 1) : (1 + (draw % 9)) * TRX);
      if (!created.ok) return;
      const { id, unsigned, txid } = created.value;
      if (unsigned !== null) intents.push({ id, player: index, unsigned });
      if (txid !== null) txids.push({ txid, player: index });
      return;
    }
    case 'submit': {
      if (intent === undefined) return;
      const signed = context.chain.signPayment(intent.unsigned, players[intent.player]?.privateKey ?? '');
      await submitPayment(context, players[draw % 9 === 0 ? index : intent.player]?.address ?? '', intent.id, signed);
      return;
    }
    case 'send':
      if (intent?.player === index)
        await context.chain.broadcast(context.chain.signPayment(intent.unsigned, privateKey));
      return;
    case 'cancel':
      if (intent !== undefined) await cancelPayment(context, address, intent.id);
      return;
    case 'by-hand': {
      const amount = draw % 4 === 0 ? draw + 1 : (offer?.priceSun ?? 1);
      // It may have arrived though the node did not say so.
      const onTxid = (txid: string): void => void txids.push({ txid, player: index });
      await sendByHand(test, wallet, context.house.address, amount, { onTxid }).catch(() => undefined);
      return;
    }
    case 'name':
      if (known !== undefined)
        await nameTransaction(context, address, { purpose: 'upgrade', id: offer?.id ?? '' }, known.txid);
      return;
    case 'recover':
      if (known !== undefined) await recoverPayment(context, address, known.txid);
      return;
    case 'withdraw':
      await createWithdrawal(context, address, { id: `withdrawal-${draw % 8}`, amountSun: (10 + (draw % 5)) * TRX });
      return;
    case 'withdraw-little': {
      const plan = { id: `withdrawal-${draw % 8}`, amountSun: (1 + (draw % 9)) * TRX, feeSun: NEW_ACCOUNT_FEE_SUN };
      await requestWithdrawal(context, address, plan);
      return;
    }
    case 'pay-from-balance':
      // Few ids, so that many are used again, by the other player and for another upgrade too.
      await buyFromBalance(context, { address, paymentId: `payment-${draw % 12}` }, offer?.id ?? '');
      return;
    case 'turn':
      await turn(test);
      return;
    case 'mine':
      await test.mine(1 + (draw % 3));
      return;
    case 'wait':
      clock.nowMs += (draw % 12) * MINUTE_MS;
      await test.mine(1);
      return;
    case 'fault':
      test.devChain.chain.faults.set(pick(FAULTS, draw) ?? {});
      return;
    case 'die-soon':
      world.stepsToLive = draw % 4;
      return;
    case 'restart':
      await restart(world);
  }
}

/** What holds at every moment. */
async function expectSound({ test: { context, clock, log } }: World): Promise<void> {
  const { db } = context;
  expect(log.filter((entry) => entry.event === 'fault' && !entry.stack.includes(KILLED))).toEqual([]);
  expect((await auditLedger(db)).differences).toEqual([]);
  const sum = async (query: string): Promise<unknown> =>
    fetchValue(db, `SELECT coalesce(sum(amount_sun), 0) FROM ${query}`);
  expect(await sum("payments WHERE status IN ('applied', 'refunded') AND source = 'wallet'")).toBe(
    0 - (await balanceOf(db, CHAIN_IN)),
  );
  expect(await sum("payouts WHERE status IN ('queued', 'sent', 'stuck')")).toBe(await balanceOf(db, PAYOUTS));
  const twice = 'SELECT address FROM purchases WHERE expires_at > ? GROUP BY address, upgrade_id HAVING count(*) > 1';
  expect(await fetchRows(db, twice, clock.nowMs)).toEqual([]);
}

/** Lets everything come to its end: no faults, time for every transaction to be included or die, every payment named. */
async function finish(world: World): Promise<void> {
  world.test.devChain.chain.faults.set({});
  await restart(world);
  for (let round = 0; round < 4; round++) {
    await settleAll(world.test);
    world.test.clock.nowMs += 11 * MINUTE_MS;
    await world.test.mine();
  }
  for (const { txid, player: index } of world.txids)
    await recoverPayment(world.test.context, world.players[index]?.address ?? '', txid);
}

/** That the ledger says what the chain says: every sun that came in and went out was counted, once. */
async function expectSameAsChain({ test: { context }, players }: World, houseSun: number): Promise<void> {
  const { db, chain, house } = context;
  const balance = async (address: string): Promise<number> => {
    const answer = await chain.balance(address);
    return answer.ok ? answer.value : Number.NaN;
  };
  const moved = 0 - (await balanceOf(db, CHAIN_IN)) - (await balanceOf(db, CHAIN_OUT)) - (await balanceOf(db, FEES));
  expect((await balance(house.address)) - houseSun).toBe(moved);
  let owed = 0;
  for (const { address } of players) owed += await balanceOf(db, playerAccount(address));
  expect(owed + (await balanceOf(db, HOUSE)) + (await balanceOf(db, FEES)) + (await balanceOf(db, PAYOUTS))).toBe(
    0 - (await balanceOf(db, CHAIN_IN)) - (await balanceOf(db, CHAIN_OUT)),
  );
  const undone = "SELECT count(*) AS value FROM payouts WHERE status NOT IN ('confirmed', 'stuck')";
  expect(await fetchRow(db, undone)).toEqual({ value: 0 });
}

/** Many times what it takes on an idle machine, ms. */
const TEST_MS = 300_000;

it('every sun is counted once, for any actions and any crash of the server', { timeout: TEST_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 60, size: 'max' }), async (actions) => {
      const world = await createWorld();
      try {
        const before = await world.test.context.chain.balance(world.test.context.house.address);
        for (const next of actions) {
          try {
            await act(world, next);
          } catch (error) {
            if (!world.isDead) throw error;
          }
          if (!world.isDead) continue;
          await restart(world);
          await expectSound(world);
        }
        await expectSound(world);
        await finish(world);
        await expectSound(world);
        await expectSameAsChain(world, before.ok ? before.value : Number.NaN);
      } finally {
        await world.test.stop();
        await world.test.context.db.close();
        rmSync(join(world.file, '..'), { recursive: true });
      }
    }),
    { numRuns: RUNS },
  );
});
