import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { CALLS } from '@popfray/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { arePayoutsFrozen } from '../payouts/freeze.ts';
import { createRestoreTask, freezeAtStart } from '../restore/task.ts';
import { ask } from '../testing/client.fixture.ts';
import type { TestWallet } from '../testing/context.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { sendByHand } from '../testing/money.fixture.ts';

const TRX = 1_000_000;
const REASON = 'The books say so.';

let test: Desk;
let run: () => Promise<void>;
let stranger: TestWallet;

beforeEach(async () => {
  test = await createDesk();
  await freezeAtStart(test.context, '');
  run = createRestoreTask(test.context);
  await run();
  stranger = test.wallet('stranger');
});
afterEach(async () => test.stop());

const read = async () => (await ask(test.app, ADMIN_CALLS.getPayoutFreeze, { token: test.token })).value;
const decideTransfer = async (txid: string, outcome: 'by-hand' | 'player') =>
  ask(test.app, ADMIN_CALLS.decideTransfer, { token: test.token, params: { txid }, body: { outcome, reason: REASON } });
const decideDebt = async (txid: string, outcome: 'collect' | 'write-off') =>
  ask(test.app, ADMIN_CALLS.decideDebt, { token: test.token, params: { txid }, body: { outcome, reason: REASON } });

/** A transfer of the house to the stranger that the database does not know, found by a start. */
async function find(): Promise<string> {
  const txid = await sendByHand(test, test.context.house, stranger.address, 20 * TRX);
  await test.mine();
  await freezeAtStart(test.context, '');
  run = createRestoreTask(test.context);
  await run();
  test.clock.nowMs += 12 * 60_000;
  await test.mine();
  await run();
  return txid;
}

it('a transfer to a wallet that no player has keeps payouts frozen until it is decided, and players see that', async () => {
  expect(await read()).toMatchObject({ isFrozen: false, transfers: [] });
  const txid = await find();
  expect(await read()).toMatchObject({
    isFrozen: true,
    cause: 'unknown-transfers',
    transfers: [{ txid, direction: 'out', address: stranger.address, amountSun: 20 * TRX, status: 'undecided' }],
  });
  expect((await ask(test.app, CALLS.getPlatformStats)).value.areWithdrawalsPaused).toBe(true);
  expect((await decideTransfer(txid, 'by-hand')).value).toMatchObject({ transfers: [] });
  expect((await decideTransfer(txid, 'player')).code).toBe('ERR_DECIDED');
  expect((await decideTransfer('ab'.repeat(32), 'player')).code).toBe('ERR_TRANSFER_UNKNOWN');
  await run();
  expect(await arePayoutsFrozen(test.context.db)).toBe(false);
  expect((await ask(test.app, CALLS.getPlatformStats)).value.areWithdrawalsPaused).toBe(false);
  const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
  expect(lines).toMatchObject([{ act: 'transfer-by-hand', subject: txid, by: test.house, reason: REASON }]);
});

it('what a player’s balance does not cover is listed until it is collected or written off', async () => {
  const txid = await find();
  expect((await decideTransfer(txid, 'player')).value.transfers).toMatchObject([{ status: 'found' }]);
  await run();
  expect(await read()).toMatchObject({ isFrozen: false, transfers: [{ txid, debtSun: 20 * TRX, debtStatus: 'open' }] });
  expect((await decideDebt(txid, 'collect')).value.transfers).toMatchObject([{ debtStatus: 'collecting' }]);
  expect((await decideDebt(txid, 'collect')).code).toBe('ERR_DECIDED');
  expect((await decideDebt(txid, 'write-off')).value.transfers).toEqual([]);
  expect((await decideDebt(txid, 'write-off')).code).toBe('ERR_DECIDED');
  expect(await balanceOf(test.context.db, playerAccount(stranger.address))).toBe(0);
  const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token })).value;
  expect(lines.map(({ act }) => act)).toEqual(['debt-written-off', 'debt-collected', 'transfer-booked']);
});
