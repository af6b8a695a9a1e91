import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { commitTogether, type PaymentRow } from '../platform/database/index.ts';
import { balanceOf, isPaused, playerAccount, postEntry } from '../ledger/index.ts';
import { arePayoutsFrozen } from '../payouts/index.ts';
import { isDeleted } from '../players/index.ts';
import { admitPaidAction } from '../protection/index.ts';
import { closeSiblings } from './credit.ts';
import { openPayments } from './intent.ts';
import { addPayment, entryKeyOf, findPayment, nextStamp } from './payment.ts';
import { columnsOf, isFor, purposeOf, BOOKINGS, type Aim } from './purpose.ts';

/** Payments from a player's balance, which need no transaction on the chain. */

/** A payment to be made from a balance. */
export interface BalancePlan {
  /** Id of the payment, chosen by the caller: a second request with the same id is the same payment. */
  readonly paymentId: string;
  readonly address: string;
}

/** Why a player's balance cannot pay an amount now; null when it can. Runs in the transaction that pays. */
export async function refuseBalance(
  { db, house }: Context,
  address: string,
  amountSun: number,
): Promise<FailureCode | null> {
  if (address === house.address) return 'ERR_HOUSE';
  // The house's sign-ins have ended; this request began before that.
  if (await isDeleted(db, address)) return 'ERR_SIGNED_OUT';
  if (await isPaused(db)) return 'ERR_PAUSED';
  // After a restore the balance may have been paid out already, in a transfer that is missing in this database.
  if (await arePayoutsFrozen(db)) return 'ERR_BALANCE_CHECKED';
  return (await balanceOf(db, playerAccount(address))) < amountSun ? 'ERR_BALANCE_SHORT' : null;
}

/**
 * Pays from the player's balance, within the transaction of `payOnce`: stores the payment, posts its ledger entry (player to house or escrow) and
 * gives what was paid for. A failure changes nothing.
 */
export async function payFromBalance(
  context: Context,
  plan: BalancePlan,
  aim: Aim,
): Promise<Result<PaymentRow, FailureCode>> {
  const { db } = context;
  const { address } = plan;
  const { price, refuse } = context.paymentPurposes[aim.purpose];
  const refusal = await refuse(context, address, aim.id);
  if (refusal !== null) return err(refusal);
  const amountSun = await price(db, aim.id);
  // A free session has no price.
  if (amountSun === null) return err('ERR_PAYMENT_STATE');
  // A transaction that the player only named does not count until a node has seen it, because it may never arrive.
  const isOnItsWay = (await openPayments(db, address, aim)).some(
    ({ status, txid }) => status === 'confirming' || (status === 'sent' && txid !== null),
  );
  if (isOnItsWay) return err('ERR_PAYMENT_OPEN');
  const short =
    (await refuseBalance(context, address, amountSun)) ?? (await admitPaidAction(context, address, amountSun));
  return short === null ? ok(await book(context, plan, aim, amountSun)) : err(short);
}

/** Stores and books a payment and gives what it is for. The caller has checked that this is possible. */
async function book(
  context: Context,
  { paymentId, address }: BalancePlan,
  aim: Aim,
  amountSun: number,
): Promise<PaymentRow> {
  const { db, house } = context;
  const { kind, account } = BOOKINGS[aim.purpose];
  const createdAt = await nextStamp(db, address, context.now());
  const row: PaymentRow = {
    id: paymentId,
    address,
    source: 'balance',
    ...columnsOf(aim),
    recipient: house.address,
    amount_sun: amountSun,
    status: 'applied',
    created_at: createdAt,
    expires_at: createdAt,
    txid: null,
    claim: null,
    unsigned: null,
    signed: null,
    block_number: null,
    settled_at: createdAt,
    check_at: null,
  };
  await addPayment(db, row);
  const postings = [
    { account: playerAccount(address), amountSun: -amountSun },
    { account: account(row), amountSun },
  ];
  const entered = await postEntry(db, { key: entryKeyOf(row), kind, reference: row.id, postings }, createdAt);
  if (entered !== 'posted') throw new Error(`payment ${row.id} cannot be entered: ${entered}`);
  await context.paymentPurposes[aim.purpose].fulfil(context, row);
  await closeSiblings(context, row);
  return row;
}

/**
 * Pays once for each id of a plan. `pay` makes the payment in a transaction that other payments of the same turn share; its changes are published
 * after the commit. The same plan returns the existing payment; an id that belongs to a payment of another player, from a wallet, or for another
 * purpose than `aim` is a failure. `pay` may find that nothing is to be paid.
 */
export async function payOnce(
  context: Context,
  plan: BalancePlan,
  aim: Aim | null,
  pay: () => Promise<Result<PaymentRow | null, FailureCode>>,
): Promise<Result<PaymentRow | null, FailureCode>> {
  const { known, outcome } = await commitTogether(context.db, async () => {
    const row = await findPayment(context.db, plan.paymentId);
    return { known: row, outcome: row === undefined ? await pay() : null };
  });
  if (outcome === null) return known !== undefined && isOf(known, plan, aim) ? ok(known) : err('ERR_PAYMENT_ID');
  if (outcome.ok && outcome.value !== null) {
    context.onStep('payment.paid-from-balance');
    await purposeOf(context, outcome.value)?.notify(context, outcome.value);
  }
  return outcome;
}

/** Whether a payment was made by a plan. */
function isOf(row: PaymentRow, { address }: BalancePlan, aim: Aim | null): boolean {
  return row.address === address && row.source === 'balance' && (aim === null || isFor(row, aim));
}

/** Buys an upgrade or a skin from the balance. The player has it when this resolves. */
export async function buyFromBalance(
  context: Context,
  plan: BalancePlan,
  id: string,
  purpose: 'upgrade' | 'skin' = 'upgrade',
): Promise<Result<PaymentRow, FailureCode>> {
  const aim: Aim = { purpose, id };
  const bought = await payOnce(context, plan, aim, async () => payFromBalance(context, plan, aim));
  if (!bought.ok) return bought;
  if (bought.value === null) throw new Error(`nothing was paid for ${id}`);
  return ok(bought.value);
}
