import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import { backUp } from '../platform/database/backup.ts';
import { openDatabase } from '../platform/database/database.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, HOUSE, playerAccount, RESTORED_DEBTS } from '../ledger/ledger.ts';
import { buyFromBalance } from '../payments/balance-payment.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { settlePayments } from '../payments/settlement.ts';
import { arePayoutsFrozen, findScan } from '../payouts/freeze.ts';
import { HIGH_WATER_FILE } from '../payouts/high-water.ts';
import { findPayout, payoutsOf } from '../payouts/payout.ts';
import { rescuePayout } from '../payouts/rescue.ts';
import { settlePayouts } from '../payouts/settlement.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { welcomePlayer } from '../players/player.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit, pay, sendByHand } from '../testing/money.fixture.ts';
import { checkTransfers } from '../verification/transfer-check.ts';
import { decideDebt } from './debt.ts';
import { decideTransfer } from './decision.ts';
import { showPayoutFreeze } from './show.ts';
import { createRestoreTask, freezeAtStart } from './task.ts';

const TRX = 1_000_000;
const REASON = { by: 'operator', reason: 'The books say so.' };

let folder: string;
let test: TestContext;
/** The server of the moment: a restore gives it another database. */
let context: Context;
let run: () => Promise<void>;
let ann: TestWallet;

const database = (): string => join(folder, 'popfray.db');
const backup = (): string => join(folder, 'backup.db');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'popfray-restore-'));
  test = await createTestContext({ database: database() });
  ({ context } = test);
  start();
  ann = await test.player('ann', 100 * TRX);
  await turns(2);
});
afterEach(async () => {
  context.db.close();
  await test.stop();
  rmSync(folder, { recursive: true });
});

/** What a start does to the database that is open. */
function start(): void {
  freezeAtStart(context, '');
  run = createRestoreTask(context);
}

/** Turns of the worker, each followed by blocks that make final what waits. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await settlePayments(context);
    await run();
    await settlePayouts(context);
    await test.mine();
  }
}

/** Lets the time pass after which nothing that was signed before can be included. */
async function wait(): Promise<void> {
  test.clock.nowMs += 12 * 60_000;
  await test.mine();
  await turns(4);
}

const save = (): void => {
  rmSync(backup(), { force: true });
  expect(backUp(database(), backup())).toBeUndefined();
};

/** Puts the backup in the database's place, and starts again. */
function restore(): void {
  context.db.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database()}${suffix}`, { force: true });
  copyFileSync(backup(), database());
  const db = openDatabase(database());
  if ('code' in db) throw new Error(db.message);
  context = { ...context, db };
  start();
}

function withdraw(wallet: TestWallet, id: string, amountSun: number): void {
  const created = createWithdrawal(context, wallet.address, { id, amountSun });
  if (!created.ok) throw new Error(created.error);
}

const balance = (wallet: TestWallet): number => balanceOf(context.db, playerAccount(wallet.address));
const held = async (wallet: TestWallet): Promise<number> => {
  const answer = await context.chain.balance(wallet.address);
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value;
};
const transfers = () => showPayoutFreeze(context).transfers;
const check = async () => (await checkTransfers(context.db, context.chain, context.house.address)).differences;
const expectSound = (): void => expect(auditLedger(context.db).differences).toEqual([]);
const giveTo = (wallet: TestWallet, amountSun: number): void => credit({ ...test, context }, wallet, amountSun);

describe('a start', () => {
  it('opens payouts as soon as the blocks since the last mark are read', async () => {
    start();
    expect(arePayoutsFrozen(context.db)).toBe(true);
    expect(findScan(context.db)).toMatchObject({ cause: 'start', waits_until: null });
    await run();
    expect(arePayoutsFrozen(context.db)).toBe(false);
  });

  it('signs nothing before, and pays what was queued meanwhile', async () => {
    giveTo(ann, 40 * TRX);
    start();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    await settlePayouts(context);
    expect(findPayout(context.db, 'withdrawal-1')?.status).toBe('queued');
    test.clock.nowMs += 6_000;
    await turns(3);
    expect(findPayout(context.db, 'withdrawal-1')?.status).toBe('confirmed');
    expect(await held(ann)).toBe(140 * TRX);
  });

  it.each([
    ['copied', () => writeFileSync(join(folder, HIGH_WATER_FILE), mark({ writtenMs: 1 }))],
    ['moved', () => rmSync(join(folder, HIGH_WATER_FILE))],
    ['moved', () => writeFileSync(join(folder, HIGH_WATER_FILE), 'nonsense')],
    ['reboot', () => writeFileSync(join(folder, HIGH_WATER_FILE), mark({ bootId: 'another', writtenMs: Date.now() }))],
    ['restored', () => writeFileSync(join(folder, HIGH_WATER_FILE), mark({ txid: 'ab'.repeat(32) }))],
  ])(
    'whose database may be an old one (%s) waits until nothing signed before can be included',
    async (cause, spoil) => {
      giveTo(ann, 40 * TRX);
      withdraw(ann, 'withdrawal-1', 10 * TRX);
      await turns(3);
      spoil();
      start();
      expect(findScan(context.db).cause).toBe(cause);
      await turns(4);
      expect(arePayoutsFrozen(context.db)).toBe(true);
      await wait();
      expect(arePayoutsFrozen(context.db)).toBe(false);
      start();
      expect(findScan(context.db).cause).toBe('start');
    },
  );

  const mark = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(readFileSync(join(folder, HIGH_WATER_FILE), 'utf8')) as object), ...change });

  it('waits for a node that does not answer, and says so', async () => {
    start();
    test.devChain.chain.faults.set({ page: {} });
    await run();
    expect(showPayoutFreeze(context)).toMatchObject({ isFrozen: true, trouble: expect.stringContaining('no JSON') });
    test.devChain.chain.faults.set({});
    await run();
    expect(showPayoutFreeze(context)).toMatchObject({ isFrozen: false, trouble: '' });
  });

  it('continues after the last block that a stopped server had read', async () => {
    await test.mine(100);
    start();
    const { chain } = context;
    let asked = 0;
    const blockTransfers: typeof chain.blockTransfers = async (number) => {
      asked++;
      return asked > 40
        ? { ok: false, error: { code: 'ERR_CHAIN_BUSY', reason: 'busy' } }
        : chain.blockTransfers(number);
    };
    await createRestoreTask({ ...context, chain: { ...chain, blockTransfers } })();
    const first = findScan(context.db).block_number ?? 0;
    asked = 0;
    start();
    await createRestoreTask({
      ...context,
      chain: { ...chain, blockTransfers: async (number) => (asked++, chain.blockTransfers(number)) },
    })();
    expect(asked).toBe((findScan(context.db).target_number ?? 0) - first);
    expect(asked).toBeLessThan(80);
    expect(arePayoutsFrozen(context.db)).toBe(false);
  });
});

describe('a restore', () => {
  it('refuses to spend a balance that was withdrawn already', async () => {
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    restore();
    const spend = async () => buyFromBalance(context, { address: ann.address, paymentId: 'payment-1' }, 'trx-boost');
    expect(await spend()).toEqual({ ok: false, error: 'ERR_BALANCE_CHECKED' });
    await turns(3);
    await wait();
    expect(arePayoutsFrozen(context.db)).toBe(false);
    expect(await spend()).toEqual({ ok: false, error: 'ERR_BALANCE_SHORT' });
    expectSound();
  });

  it('books a transfer although a player asked for a withdrawal by the id that its payout gets', async () => {
    const bob = await test.player('bob', 5 * TRX);
    giveTo(bob, 12 * TRX);
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    const txid = findPayout(context.db, 'withdrawal-1')?.txid ?? '';
    restore();
    const id = `restored-${txid.slice(0, 32)}`;
    expect(createWithdrawal(context, bob.address, { id, amountSun: 11 * TRX })).toEqual({
      ok: false,
      error: 'ERR_WITHDRAWAL_ID',
    });
    await turns(3);
    await wait();
    expect(arePayoutsFrozen(context.db)).toBe(false);
    expect(balance(ann)).toBe(0);
    expectSound();
  });

  it('does not give a withdrawn balance back, and db:verify finds what is missing before the start has', async () => {
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    restore();
    expect(balance(ann)).toBe(40 * TRX);
    expect(await check()).toMatchObject([{ code: 'ERR_TRANSFER_OUT', message: expect.stringContaining(ann.address) }]);
    withdraw(ann, 'withdrawal-2', 40 * TRX);
    await turns(3);
    await wait();
    expect(await held(ann)).toBe(140 * TRX);
    expect(balance(ann)).toBe(0);
    expect(arePayoutsFrozen(context.db)).toBe(false);
    expect(payoutsOf(context.db, ann.address)).toMatchObject([{ status: 'confirmed', amount_sun: 40 * TRX }]);
    expect(await check()).toEqual([]);
    expectSound();
  });

  it('in another amount than what is queued pays the rest alone', async () => {
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 25 * TRX);
    await turns(3);
    restore();
    await turns(2);
    expect(balance(ann)).toBe(15 * TRX);
    withdraw(ann, 'withdrawal-2', 15 * TRX);
    await wait();
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    expectSound();
  });

  it('of a payout that was signed, died, and was signed again pays it once', async () => {
    giveTo(ann, 40 * TRX);
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    test.devChain.chain.faults.set({ drop: { count: 1, forget: true } });
    await settlePayouts(context);
    save();
    test.devChain.chain.faults.set({ drop: { count: 1_000, forget: true } });
    await wait();
    test.devChain.chain.faults.set({});
    await turns(4);
    expect(await held(ann)).toBe(140 * TRX);
    restore();
    await turns(3);
    await wait();
    expect(await held(ann)).toBe(140 * TRX);
    expect(findPayout(context.db, 'withdrawal-1')).toMatchObject({ status: 'confirmed' });
    expectSound();
  });

  it('waits for what was signed after the backup and is not on the chain yet', async () => {
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    let late = '';
    const { chain } = context;
    const broadcast: typeof chain.broadcast = async (signed) => {
      late = signed;
      return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'torn' } };
    };
    await settlePayouts({ ...context, chain: { ...chain, broadcast } });
    restore();
    withdraw(ann, 'withdrawal-2', 40 * TRX);
    await turns(5);
    expect(await held(ann)).toBe(100 * TRX);
    expect(await chain.broadcast(late)).toMatchObject({ value: { verdict: 'accepted' } });
    await turns(3);
    await wait();
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    expect(balance(ann)).toBe(0);
    expectSound();
  });

  it('credits what players paid since the backup, and keeps a stranger’s payment until the stranger signs in', async () => {
    const eve = test.wallet('eve');
    await test.fund(eve.address, 50 * TRX);
    save();
    const bought = await pay({ ...test, context }, ann, 'rapid-fire');
    const sent = await sendByHand({ ...test, context }, eve, context.house.address, 7 * TRX);
    await turns(3);
    restore();
    expect((await check()).map(({ code }) => code)).toEqual(['ERR_TRANSFER_IN', 'ERR_TRANSFER_IN']);
    await wait();
    expect(balance(ann)).toBe(bought.amount_sun);
    expect(transfers()).toMatchObject([{ txid: sent, direction: 'in', status: 'undecided' }]);
    expect(arePayoutsFrozen(context.db)).toBe(false);
    welcomePlayer(context, eve.address);
    await turns(1);
    expect(balance(eve)).toBe(7 * TRX);
    expect(transfers()).toEqual([]);
    expect(await recoverPayment(context, eve.address, sent)).toMatchObject({ error: 'ERR_TX_USED' });
    expectSound();
  });

  it('credits what a player signed before it and the chain includes after payouts are open again', async () => {
    save();
    const { chain } = context;
    let late = '';
    const broadcast: typeof chain.broadcast = async (signed) => {
      late = signed;
      return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'torn' } };
    };
    const bought = await pay({ ...test, context: { ...context, chain: { ...chain, broadcast } } }, ann, 'rapid-fire');
    restore();
    await turns(3);
    expect(arePayoutsFrozen(context.db)).toBe(false);
    expect(await chain.broadcast(late)).toMatchObject({ value: { verdict: 'accepted' } });
    await test.mine();
    await wait();
    await wait();
    expect(balance(ann)).toBe(bought.amount_sun);
    expectSound();
  });

  it('keeps payouts frozen until the operator has decided about a wallet that no player has', async () => {
    const bob = test.wallet('bob');
    save();
    await test.player('bob');
    giveTo(bob, 20 * TRX);
    withdraw(bob, 'withdrawal-1', 20 * TRX);
    const cold = test.wallet('cold');
    await turns(3);
    const moved = await sendByHand({ ...test, context }, { ...context.house }, cold.address, 5 * TRX);
    await turns(2);
    restore();
    await turns(2);
    await wait();
    expect(arePayoutsFrozen(context.db)).toBe(true);
    expect(transfers()).toMatchObject([
      { direction: 'out', address: bob.address, status: 'undecided' },
      { direction: 'out', address: cold.address, status: 'undecided' },
    ]);
    const [paid] = transfers();
    expect(decideTransfer(context, { txid: moved, outcome: 'by-hand', ...REASON }).ok).toBe(true);
    expect(decideTransfer(context, { txid: moved, outcome: 'player', ...REASON })).toMatchObject({
      error: 'ERR_DECIDED',
    });
    expect(decideTransfer(context, { txid: 'cd'.repeat(32), outcome: 'player', ...REASON })).toMatchObject({
      error: 'ERR_TRANSFER_UNKNOWN',
    });
    await turns(1);
    expect(arePayoutsFrozen(context.db)).toBe(true);
    expect(decideTransfer(context, { txid: paid?.txid ?? '', outcome: 'player', ...REASON }).ok).toBe(true);
    await turns(1);
    expect(arePayoutsFrozen(context.db)).toBe(false);
    // Nothing of what bob had earned is known any more.
    expect(balance(bob)).toBe(0);
    expect(transfers()).toMatchObject([
      { address: bob.address, status: 'booked', debtSun: 20 * TRX, debtStatus: 'open' },
    ]);
    expectSound();
  });

  it('leaves what a balance does not cover to the operator, who collects it or writes it off', async () => {
    save();
    giveTo(ann, 20 * TRX);
    withdraw(ann, 'withdrawal-1', 20 * TRX);
    await turns(3);
    restore();
    await turns(2);
    const txid = transfers()[0]?.txid ?? '';
    expect(balanceOf(context.db, RESTORED_DEBTS)).toBe(-20 * TRX);
    giveTo(ann, 5 * TRX);
    await turns(1);
    expect(balance(ann)).toBe(5 * TRX);
    expect(decideDebt(context.db, { txid, outcome: 'collect', ...REASON }, test.clock.nowMs).ok).toBe(true);
    await turns(1);
    expect(balance(ann)).toBe(0);
    expect(transfers()).toMatchObject([{ debtSun: 15 * TRX, debtStatus: 'collecting' }]);
    expectSound();
    const houseSun = balanceOf(context.db, HOUSE);
    const decision = { txid, outcome: 'write-off', ...REASON } as const;
    expect(decideDebt(context.db, decision, test.clock.nowMs).ok).toBe(true);
    expect(decideDebt(context.db, decision, test.clock.nowMs)).toMatchObject({ error: 'ERR_DECIDED' });
    expect(balanceOf(context.db, HOUSE)).toBe(houseSun - 15 * TRX);
    expect(balanceOf(context.db, RESTORED_DEBTS)).toBe(0);
    expect(transfers()).toEqual([]);
    expectSound();
  });

  it('gives no stuck payout back while it may have been paid', async () => {
    giveTo(ann, 40 * TRX);
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    const { chain } = context;
    const broadcast: typeof chain.broadcast = async () => ({
      ok: true,
      value: { verdict: 'invalid', reason: 'SIGERROR' },
    });
    await settlePayouts({ ...context, chain: { ...chain, broadcast } });
    await wait();
    save();
    expect(rescuePayout(context.db, { id: 'withdrawal-1', act: 'retry', ...REASON }, test.clock.nowMs).ok).toBe(true);
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    restore();
    const give = { id: 'withdrawal-1', act: 'return', ...REASON } as const;
    expect(rescuePayout(context.db, give, test.clock.nowMs)).toMatchObject({ error: 'ERR_PAYOUTS_FROZEN' });
    await turns(3);
    expect(findPayout(context.db, 'withdrawal-1')?.status).toBe('confirmed');
    expect(balance(ann)).toBe(0);
    expectSound();
  });

  it('of a database that was never marked reads from its newest row on', async () => {
    giveTo(ann, 40 * TRX);
    save();
    withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    await test.mine(300);
    restore();
    context.db.prepare('UPDATE house_scan SET block_number = NULL').run();
    expect(await check()).toMatchObject([{ code: 'ERR_TRANSFER_OUT' }]);
    await turns(1);
    expect(balance(ann)).toBe(0);
  });
});
