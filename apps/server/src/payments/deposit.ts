import { err, ok, type Result } from '@popfray/engine/result';
import type { FailureCode } from '@popfray/protocol';
import { isPaused } from '../ledger/index.ts';
import type { Context, PaymentPurpose } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { refuseDeposit } from '../protection/index.ts';
import { beginPayment, hasTimeToSign, openPayments } from './intent.ts';
import type { Aim } from './purpose.ts';

/** Deposits: payments from the wallet to the player's balance. docs/decisions/0074-deposits.md. */

const DEPOSIT: Aim = { purpose: 'deposit', id: '' };

/**
 * Begins a deposit. Returns the intent of the same amount that is not signed yet, if there is one. An intent of another amount is cancelled, because
 * a player has one at a time. Deposits on their way do not matter: a player may deposit twice.
 */
export async function createDeposit(
  context: Context,
  address: string,
  amountSun: number,
): Promise<Result<PaymentRow, FailureCode>> {
  const { db, house, now } = context;
  if (address === house.address) return err('ERR_HOUSE');
  return beginPayment(context, address, DEPOSIT, amountSun, async () => {
    const refusal = ((await isPaused(db)) ? 'ERR_PAUSED' : null) ?? (await refuseDeposit(context, address, amountSun));
    if (refusal !== null) return err(refusal);
    const known = (await openPayments(db, address, DEPOSIT)).find(
      (row) => row.status === 'awaiting' && row.amount_sun === amountSun && hasTimeToSign(row, now()),
    );
    return known && ok(known);
  });
}

/** Payments of deposits. A deposit has no price, reserves nothing and gives nothing but its booking. */
export const depositPurpose: PaymentPurpose = {
  price: async () => null,
  refuse: async () => null,
  reserve: async () => null,
  fulfil: async () => undefined,
  release: async () => undefined,
  notify: async () => undefined,
};
