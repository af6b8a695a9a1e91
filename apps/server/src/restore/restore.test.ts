import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import type { Context } from '../platform/context/context.ts';
import { openDatabase } from '../platform/database/index.ts';
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
import { putBackupBack, saveBackup } from '../testing/test-backup.fixture.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
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
  await start();
  ann = await test.player('ann', 100 * TRX);
  await turns(2);
});
afterEach(async () => {
  await context.db.close();
  await test.stop();
  rmSync(folder, { recursive: true });
});

/** What a start does to the database that is open. */
async function start(): Promise<void> {
  await freezeAtStart(context, '');
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

const save = async (): Promise<void> => saveBackup(database(), backup());

/** Puts the backup in the database's place, and starts again. */
async function restore(): Promise<void> {
  await context.db.close();
  await putBackupBack(backup(), database());
  const db = await openDatabase(await testLocation(database()), undefined, folder);
  if ('code' in db) throw new Error(db.message);
  context = { ...context, db };
  await start();
}

async function withdraw(wallet: TestWallet, id: string, amountSun: number): Promise<void> {
  const created = await createWithdrawal(context, wallet.address, { id, amountSun });
  if (!created.ok) throw new Error(created.error);
}

const balance = async (wallet: TestWallet): Promise<number> => balanceOf(context.db, playerAccount(wallet.address));
const held = async (wallet: TestWallet): Promise<number> => {
  const answer = await context.chain.balance(wallet.address);
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value;
};
const transfers = async () => (await showPayoutFreeze(context)).transfers;
const check = async () => (await checkTransfers(context.db, context.chain, context.house.address)).differences;
const expectSound = async (): Promise<void> => expect((await auditLedger(context.db)).differences).toEqual([]);
const giveTo = async (wallet: TestWallet, amountSun: number): Promise<void> =>
  credit({ ...test, context }, wallet, amountSun);

describe('a start', () => {
  it('opens payouts as soon as the blocks since the last mark are read', async () => {
    await start();
    expect(await arePayoutsFrozen(context.db)).toBe(true);
    expect(await findScan(context.db)).toMatchObject({ cause: 'start', waits_until: null });
    await run();
    expect(await arePayoutsFrozen(context.db)).toBe(false);
  });

  it('reads 160 blocks in one turn although the clock leaps meanwhile, and the others in the next', async () => {
    const { block_number: read } = await findScan(context.db);
    await test.mine(200);
    const blockTransfers: Context['chain']['blockTransfers'] = async (number) => {
      test.clock.nowMs += 3_600_000;
      return test.context.chain.blockTransfers(number);
    };
    context = { ...context, chain: { ...context.chain, blockTransfers } };
    await start();
    await run();
    expect(await findScan(context.db)).toMatchObject({ block_number: (read ?? 0) + 160 });
    expect(await arePayoutsFrozen(context.db)).toBe(true);
    await run();
    expect(await arePayoutsFrozen(context.db)).toBe(false);
  });

  it('signs nothing before, and pays what was queued meanwhile', async () => {
    await giveTo(ann, 40 * TRX);
    await start();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    await settlePayouts(context);
    expect((await findPayout(context.db, 'withdrawal-1'))?.status).toBe('queued');
    test.clock.nowMs += 6_000;
    await turns(3);
    expect((await findPayout(context.db, 'withdrawal-1'))?.status).toBe('confirmed');
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
      await giveTo(ann, 40 * TRX);
      await withdraw(ann, 'withdrawal-1', 10 * TRX);
      await turns(3);
      spoil();
      await start();
      expect((await findScan(context.db)).cause).toBe(cause);
      await turns(4);
      expect(await arePayoutsFrozen(context.db)).toBe(true);
      await wait();
      expect(await arePayoutsFrozen(context.db)).toBe(false);
      await start();
      expect((await findScan(context.db)).cause).toBe('start');
    },
  );

  const mark = (change: object): string =>
    JSON.stringify({ ...(JSON.parse(readFileSync(join(folder, HIGH_WATER_FILE), 'utf8')) as object), ...change });

  it('waits for a node that does not answer, and says so', async () => {
    await start();
    test.devChain.chain.faults.set({ page: {} });
    await run();
    expect(await showPayoutFreeze(context)).toMatchObject({
      isFrozen: true,
      trouble: expect.stringContaining('no JSON'),
    });
    test.devChain.chain.faults.set({});
    await run();
    expect(await showPayoutFreeze(context)).toMatchObject({ isFrozen: false, trouble: '' });
  });

  it('continues after the last block that a stopped server had read', async () => {
    await test.mine(100);
    await start();
    const { chain } = context;
    let asked = 0;
    const blockTransfers: typeof chain.blockTransfers = async (number) => {
      asked++;
      return asked > 40
        ? { ok: false, error: { code: 'ERR_CHAIN_BUSY', reason: 'busy' } }
        : chain.blockTransfers(number);
    };
    await createRestoreTask({ ...context, chain: { ...chain, blockTransfers } })();
    const first = (await findScan(context.db)).block_number ?? 0;
    asked = 0;
    await start();
    await createRestoreTask({
      ...context,
      chain: { ...chain, blockTransfers: async (number) => (asked++, chain.blockTransfers(number)) },
    })();
    expect(asked).toBe(((await findScan(context.db)).target_number ?? 0) - first);
    expect(asked).toBeLessThan(80);
    expect(await arePayoutsFrozen(context.db)).toBe(false);
  });
});

describe('a restore', () => {
  it('refuses to spend a balance that was withdrawn already', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    await restore();
    const spend = async () => buyFromBalance(context, { address: ann.address, paymentId: 'payment-1' }, 'trx-boost');
    expect(await spend()).toEqual({ ok: false, error: 'ERR_BALANCE_CHECKED' });
    await turns(3);
    await wait();
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    expect(await spend()).toEqual({ ok: false, error: 'ERR_BALANCE_SHORT' });
    await expectSound();
  });

  it('books a transfer although a player asked for a withdrawal by the id that its payout gets', async () => {
    const bob = await test.player('bob', 5 * TRX);
    await giveTo(bob, 12 * TRX);
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    const txid = (await findPayout(context.db, 'withdrawal-1'))?.txid ?? '';
    await restore();
    const id = `restored-${txid.slice(0, 32)}`;
    expect(await createWithdrawal(context, bob.address, { id, amountSun: 11 * TRX })).toEqual({
      ok: false,
      error: 'ERR_WITHDRAWAL_ID',
    });
    await turns(3);
    await wait();
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    expect(await balance(ann)).toBe(0);
    await expectSound();
  });

  it('does not give a withdrawn balance back, and db:verify finds what is missing before the start has', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    await restore();
    expect(await balance(ann)).toBe(40 * TRX);
    expect(await check()).toMatchObject([{ code: 'ERR_TRANSFER_OUT', message: expect.stringContaining(ann.address) }]);
    await withdraw(ann, 'withdrawal-2', 40 * TRX);
    await turns(3);
    await wait();
    expect(await held(ann)).toBe(140 * TRX);
    expect(await balance(ann)).toBe(0);
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    expect(await payoutsOf(context.db, ann.address)).toMatchObject([{ status: 'confirmed', amount_sun: 40 * TRX }]);
    expect(await check()).toEqual([]);
    await expectSound();
  });

  it('in another amount than what is queued pays the rest alone', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 25 * TRX);
    await turns(3);
    await restore();
    await turns(2);
    expect(await balance(ann)).toBe(15 * TRX);
    await withdraw(ann, 'withdrawal-2', 15 * TRX);
    await wait();
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    await expectSound();
  });

  it('of a payout that was signed, died, and was signed again pays it once', async () => {
    await giveTo(ann, 40 * TRX);
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    test.devChain.chain.faults.set({ drop: { count: 1, forget: true } });
    await settlePayouts(context);
    await save();
    test.devChain.chain.faults.set({ drop: { count: 1_000, forget: true } });
    await wait();
    test.devChain.chain.faults.set({});
    await turns(4);
    expect(await held(ann)).toBe(140 * TRX);
    await restore();
    await turns(3);
    await wait();
    expect(await held(ann)).toBe(140 * TRX);
    expect(await findPayout(context.db, 'withdrawal-1')).toMatchObject({ status: 'confirmed' });
    await expectSound();
  });

  it('waits for what was signed after the backup and is not on the chain yet', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    let late = '';
    const { chain } = context;
    const broadcast: typeof chain.broadcast = async (signed) => {
      late = signed;
      return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'torn' } };
    };
    await settlePayouts({ ...context, chain: { ...chain, broadcast } });
    await restore();
    await withdraw(ann, 'withdrawal-2', 40 * TRX);
    await turns(5);
    expect(await held(ann)).toBe(100 * TRX);
    expect(await chain.broadcast(late)).toMatchObject({ value: { verdict: 'accepted' } });
    await turns(3);
    await wait();
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    expect(await balance(ann)).toBe(0);
    await expectSound();
  });

  it('credits what players paid since the backup, and keeps a stranger’s payment until the stranger signs in', async () => {
    const eve = test.wallet('eve');
    await test.fund(eve.address, 50 * TRX);
    await save();
    const bought = await pay({ ...test, context }, ann, 'rapid-fire');
    const sent = await sendByHand({ ...test, context }, eve, context.house.address, 7 * TRX);
    await turns(3);
    await restore();
    expect((await check()).map(({ code }) => code)).toEqual(['ERR_TRANSFER_IN', 'ERR_TRANSFER_IN']);
    await wait();
    expect(await balance(ann)).toBe(bought.amount_sun);
    expect(await transfers()).toMatchObject([{ txid: sent, direction: 'in', status: 'undecided' }]);
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    await welcomePlayer(context, eve.address);
    await turns(1);
    expect(await balance(eve)).toBe(7 * TRX);
    expect(await transfers()).toEqual([]);
    expect(await recoverPayment(context, eve.address, sent)).toMatchObject({ error: 'ERR_TX_USED' });
    await expectSound();
  });

  it('credits what a player signed before it and the chain includes after payouts are open again', async () => {
    await save();
    const { chain } = context;
    let late = '';
    const broadcast: typeof chain.broadcast = async (signed) => {
      late = signed;
      return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'torn' } };
    };
    const bought = await pay({ ...test, context: { ...context, chain: { ...chain, broadcast } } }, ann, 'rapid-fire');
    await restore();
    await turns(3);
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    expect(await chain.broadcast(late)).toMatchObject({ value: { verdict: 'accepted' } });
    await test.mine();
    await wait();
    await wait();
    expect(await balance(ann)).toBe(bought.amount_sun);
    await expectSound();
  });

  it('keeps payouts frozen until the operator has decided about a wallet that no player has', async () => {
    const bob = test.wallet('bob');
    await save();
    await test.player('bob');
    await giveTo(bob, 20 * TRX);
    await withdraw(bob, 'withdrawal-1', 20 * TRX);
    const cold = test.wallet('cold');
    await turns(3);
    const moved = await sendByHand({ ...test, context }, { ...context.house }, cold.address, 5 * TRX);
    await turns(2);
    await restore();
    await turns(2);
    await wait();
    expect(await arePayoutsFrozen(context.db)).toBe(true);
    expect(await transfers()).toMatchObject([
      { direction: 'out', address: bob.address, status: 'undecided' },
      { direction: 'out', address: cold.address, status: 'undecided' },
    ]);
    const [paid] = await transfers();
    expect((await decideTransfer(context, { txid: moved, outcome: 'by-hand', ...REASON })).ok).toBe(true);
    expect(await decideTransfer(context, { txid: moved, outcome: 'player', ...REASON })).toMatchObject({
      error: 'ERR_DECIDED',
    });
    expect(await decideTransfer(context, { txid: 'cd'.repeat(32), outcome: 'player', ...REASON })).toMatchObject({
      error: 'ERR_TRANSFER_UNKNOWN',
    });
    await turns(1);
    expect(await arePayoutsFrozen(context.db)).toBe(true);
    expect((await decideTransfer(context, { txid: paid?.txid ?? '', outcome: 'player', ...REASON })).ok).toBe(true);
    await turns(1);
    expect(await arePayoutsFrozen(context.db)).toBe(false);
    // Nothing of what bob had earned is known any more.
    expect(await balance(bob)).toBe(0);
    expect(await transfers()).toMatchObject([
      { address: bob.address, status: 'booked', debtSun: 20 * TRX, debtStatus: 'open' },
    ]);
    await expectSound();
  });

  it('books a transfer once, though another turn books it while the node is asked', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 25 * TRX);
    await turns(3);
    await restore();
    const { chain } = context;
    let isAsked = false;
    const findPayment: typeof chain.findPayment = async (txid) => {
      if (!isAsked) {
        isAsked = true;
        await run();
      }
      return chain.findPayment(txid);
    };
    await createRestoreTask({ ...context, chain: { ...chain, findPayment } })();
    expect(isAsked).toBe(true);
    expect(await payoutsOf(context.db, ann.address)).toMatchObject([{ status: 'confirmed', amount_sun: 25 * TRX }]);
    expect(await balance(ann)).toBe(15 * TRX);
    await expectSound();
  });

  it('keeps what the operator decides about a transfer while another is booked', async () => {
    const [eve, fay] = [test.wallet('eve'), test.wallet('fay')];
    for (const wallet of [eve, fay]) await test.fund(wallet.address, 50 * TRX);
    await save();
    await sendByHand({ ...test, context }, eve, context.house.address, 7 * TRX);
    await test.mine();
    const txid = await sendByHand({ ...test, context }, fay, context.house.address, 9 * TRX);
    await turns(3);
    await restore();
    await wait();
    expect(await transfers()).toMatchObject([{ address: eve.address }, { address: fay.address, status: 'undecided' }]);
    for (const { address } of [eve, fay]) await welcomePlayer(context, address);
    const { chain } = context;
    const findPayment: typeof chain.findPayment = async (asked) => {
      await decideTransfer(context, { txid, outcome: 'by-hand', ...REASON });
      return chain.findPayment(asked);
    };
    await createRestoreTask({ ...context, chain: { ...chain, findPayment } })();
    expect([await balance(eve), await balance(fay)]).toEqual([7 * TRX, 0]);
    expect(await transfers()).toEqual([]);
  });

  it('leaves what a balance does not cover to the operator, who collects it or writes it off', async () => {
    await save();
    await giveTo(ann, 20 * TRX);
    await withdraw(ann, 'withdrawal-1', 20 * TRX);
    await turns(3);
    await restore();
    await turns(2);
    const txid = (await transfers())[0]?.txid ?? '';
    expect(await balanceOf(context.db, RESTORED_DEBTS)).toBe(-20 * TRX);
    await giveTo(ann, 5 * TRX);
    await turns(1);
    expect(await balance(ann)).toBe(5 * TRX);
    expect((await decideDebt(context.db, { txid, outcome: 'collect', ...REASON }, test.clock.nowMs)).ok).toBe(true);
    await turns(1);
    expect(await balance(ann)).toBe(0);
    expect(await transfers()).toMatchObject([{ debtSun: 15 * TRX, debtStatus: 'collecting' }]);
    await expectSound();
    const houseSun = await balanceOf(context.db, HOUSE);
    const decision = { txid, outcome: 'write-off', ...REASON } as const;
    expect((await decideDebt(context.db, decision, test.clock.nowMs)).ok).toBe(true);
    expect(await decideDebt(context.db, decision, test.clock.nowMs)).toMatchObject({ error: 'ERR_DECIDED' });
    expect(await balanceOf(context.db, HOUSE)).toBe(houseSun - 15 * TRX);
    expect(await balanceOf(context.db, RESTORED_DEBTS)).toBe(0);
    expect(await transfers()).toEqual([]);
    await expectSound();
  });

  it('gives no stuck payout back while it may have been paid', async () => {
    await giveTo(ann, 40 * TRX);
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    const { chain } = context;
    const broadcast: typeof chain.broadcast = async () => ({
      ok: true,
      value: { verdict: 'invalid', reason: 'SIGERROR' },
    });
    await settlePayouts({ ...context, chain: { ...chain, broadcast } });
    await wait();
    await save();
    expect((await rescuePayout(context.db, { id: 'withdrawal-1', act: 'retry', ...REASON }, test.clock.nowMs)).ok).toBe(
      true,
    );
    await turns(3);
    expect(await held(ann)).toBe(140 * TRX);
    await restore();
    const give = { id: 'withdrawal-1', act: 'return', ...REASON } as const;
    expect(await rescuePayout(context.db, give, test.clock.nowMs)).toMatchObject({ error: 'ERR_PAYOUTS_FROZEN' });
    await turns(3);
    expect((await findPayout(context.db, 'withdrawal-1'))?.status).toBe('confirmed');
    expect(await balance(ann)).toBe(0);
    await expectSound();
  });

  it('of a database that was never marked reads from its newest row on', async () => {
    await giveTo(ann, 40 * TRX);
    await save();
    await withdraw(ann, 'withdrawal-1', 40 * TRX);
    await turns(3);
    await test.mine(300);
    await restore();
    await execute(context.db, 'UPDATE house_scan SET block_number = NULL');
    expect(await check()).toMatchObject([{ code: 'ERR_TRANSFER_OUT' }]);
    await turns(1);
    expect(await balance(ann)).toBe(0);
  });
});
