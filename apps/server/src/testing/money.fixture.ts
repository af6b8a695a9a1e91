import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createDeposit } from '../payments/deposit.ts';
import { createPayment, submitPayment } from '../payments/intent.ts';
import { settlePayments } from '../payments/settlement.ts';
import { settlePayouts } from '../payouts/settlement.ts';
import type { Database } from '../platform/database/index.ts';
import type { PaymentRow } from '../platform/database/schema.ts';
import { postEntry, HOUSE, playerAccount } from '../ledger/ledger.ts';
import type { TestContext, TestWallet } from './context.fixture.ts';

/** Money for tests: what wallets do, what the worker does, and what is in the tables. */

/** One turn of the worker. */
export async function turn({ context }: TestContext): Promise<void> {
  await settlePayments(context);
  await settlePayouts(context);
}

/** Turns and blocks until nothing that is on its way can be anywhere else. */
export async function settleAll(test: TestContext): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await turn(test);
    await test.mine();
  }
  await turn(test);
}

/** An intent. Throws where there is none. */
export async function intend(test: TestContext, { address }: TestWallet, upgradeId: string): Promise<PaymentRow> {
  const created = await createPayment(test.context, address, upgradeId);
  if (!created.ok) throw new Error(created.error);
  return created.value;
}

/** What the wallet makes of an intent. */
export const sign = ({ context }: TestContext, wallet: TestWallet, { unsigned }: PaymentRow): string =>
  context.chain.signPayment(unsigned ?? '', wallet.privateKey);

/** An intent, signed and handed in. */
export async function pay(test: TestContext, wallet: TestWallet, upgradeId: string): Promise<PaymentRow> {
  const row = await intend(test, wallet, upgradeId);
  const sent = await submitPayment(test.context, wallet.address, row.id, sign(test, wallet, row));
  if (!sent.ok) throw new Error(sent.error);
  return sent.value;
}

/** A deposit, signed and handed in. */
export async function deposit(test: TestContext, wallet: TestWallet, amountSun: number): Promise<PaymentRow> {
  const created = await createDeposit(test.context, wallet.address, amountSun);
  if (!created.ok) throw new Error(created.error);
  const signed = sign(test, wallet, created.value);
  const sent = await submitPayment(test.context, wallet.address, created.value.id, signed);
  if (!sent.ok) throw new Error(sent.error);
  return sent.value;
}

let made = 0;

/** Sends a transfer from a wallet without the server. Calls `onTxid` with its txid before, and returns the txid. */
export async function sendByHand(
  { context, clock }: TestContext,
  wallet: TestWallet,
  to: string,
  amount: number,
  { timestampMs = clock.nowMs, onTxid }: { timestampMs?: number; onTxid?: (txid: string) => void } = {},
): Promise<string> {
  const plan = { from: wallet.address, to, amount, expiresAtMs: clock.nowMs + 60_000 + made++ };
  const built = await context.chain.buildPayment({ ...plan, timestampMs });
  if (!built.ok) throw new Error(built.error.reason);
  onTxid?.(built.value.txid);
  const sent = await context.chain.broadcast(context.chain.signPayment(built.value.unsigned, wallet.privateKey));
  if (!sent.ok || sent.value.verdict !== 'accepted') throw new Error(JSON.stringify(sent));
  return built.value.txid;
}

/** Gives a player a balance, from the house's account. */
export async function credit(
  { context, clock }: TestContext,
  { address }: TestWallet,
  amountSun: number,
): Promise<void> {
  const entry = {
    key: `adjustment:${made++}`,
    kind: 'adjustment',
    reference: address,
    postings: [
      { account: HOUSE, amountSun: -amountSun },
      { account: playerAccount(address), amountSun },
    ],
  } as const;
  await postEntry(context.db, entry, clock.nowMs);
}

const TABLES = ['accounts', 'entries', 'postings', 'payments', 'purchases', 'payouts', 'payout_attempts'];

/** Everything in the tables of money, to be compared: a refusal changes nothing. */
export const dump = async (db: Database): Promise<unknown[]> =>
  Array.fromAsync(TABLES, async (table) => fetchRows(db, `SELECT * FROM ${table} ORDER BY 1, 2`));

/** How often each key of the ledger's entries begins so. */
export const entriesOf = async ({ context }: TestContext, prefix: string): Promise<unknown[]> =>
  fetchRows(context.db, 'SELECT key FROM entries WHERE key LIKE ?', `${prefix}%`);
