import type { WalletErrorCode } from '@popfray/chain';
import type { Result } from '@popfray/engine/result';
import { CALLS, type Payment } from '@popfray/protocol';
import { account } from '../account/account.ts';
import { ask } from '../api/ask.ts';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';
import { wallet } from '../wallet/wallet.ts';
import { dropSignature, keepSignature, keptSignature } from './kept-signature.ts';
import { askPaying, makePayFrom } from './pay-source.ts';
import { noteAnswer, refreshPayments } from './payments.ts';
import { settle } from './settlement.ts';
import { noteSigning, signings } from './signing.ts';
import { watch } from './watch-list.ts';

/** Begins the payment of an upgrade, or takes up the open one, and shows it in the panel. Throws `AskError`. */
export async function beginPayment(upgradeId: string, address: string): Promise<Payment> {
  const begun = await ask(CALLS.createPayment, { body: { upgradeId } });
  await followPayment(begun, address);
  return begun;
}

/** Buys an upgrade from the balance: it is in force when this resolves, and that is told. Throws `AskError`. */
export async function buyFromBalance(upgradeId: string, address: string): Promise<void> {
  const pay = makePayFrom('balance');
  const bought = await askPaying(pay, async () => ask(CALLS.createPayment, { body: { upgradeId, pay } }));
  await noteAnswer(address, bought);
  await settle(bought, address);
}

/** Shows a payment in the panel that the server has just begun. */
export async function followPayment(begun: Payment, address: string): Promise<void> {
  await noteAnswer(address, begun);
  watch({ id: begun.id, address });
}

/** Gives a payment up that nobody has signed. Throws `AskError`. */
export async function cancelPayment(id: string, address: string): Promise<void> {
  await noteAnswer(address, await ask(CALLS.cancelPayment, { params: { id }, body: {} }));
  noteSigning(id, undefined);
}

/**
 * Has the wallet sign a payment and hands it in. Resolves with the wallet's refusal, or null once the server has the payment or
 * it is kept for another try. Does nothing while that is already going on.
 */
export async function signPayment(payment: Payment, address: string): Promise<WalletErrorCode | null> {
  const { id } = payment;
  const { [id]: signing } = signings.getState();
  if (signing?.step === 'asking' || signing?.step === 'handing-in') return null;
  noteSigning(id, { step: 'asking' });
  const signed = await askWallet(payment, address);
  if (!signed.ok) {
    // Given up in the panel while the wallet was still asking: then there is nothing to be said.
    if (signings.getState()[id]?.step !== 'asking') return null;
    noteSigning(id, { step: 'refused', code: signed.error });
    return signed.error;
  }
  keepSignature(id, signed.value);
  await handIn(id, address);
  return null;
}

async function askWallet(payment: Payment, from: string): Promise<Result<string, WalletErrorCode>> {
  const refuse = (error: WalletErrorCode): Result<string, WalletErrorCode> => ({ ok: false, error });
  const asked = await wallet().catch(() => null);
  if (asked === null) return refuse('ERR_WALLET_TIMEOUT');
  const { platform } = account.getState();
  const chainId = await asked.network();
  if (platform !== null && chainId !== null && chainId !== platform.network.chainId)
    return refuse('ERR_WALLET_NETWORK');
  if (payment.unsigned === null) return refuse('ERR_WALLET_PAYMENT');
  const paid = await asked.pay({ from, to: payment.to, amount: payment.amountSun, unsigned: payment.unsigned });
  return paid.ok ? { ok: true, value: paid.value.signed } : refuse(paid.error.code);
}

/** Payments that are being handed in, so that none is twice at once. */
const underway = new Map<string, Promise<void>>();

/**
 * Hands the kept signature of a payment in, again and again until the server has it or says that it never will. Does nothing
 * without a kept signature.
 */
export function handIn(id: string, address: string): Promise<void> {
  const begun = underway.get(id) ?? handInUntilHeard(id, address).finally(() => underway.delete(id));
  underway.set(id, begun);
  return begun;
}

async function handInUntilHeard(id: string, address: string): Promise<void> {
  for (let failures = 0; ; failures++) {
    const signed = keptSignature(id);
    if (signed === null) return;
    const isSignedOut = account.getState().player?.address !== address;
    noteSigning(id, { step: 'handing-in', failures, isSignedOut });
    // Whoever signs in again starts this anew.
    if (isSignedOut) return;
    try {
      const answer = await ask(CALLS.submitPayment, { params: { id }, body: { transaction: signed } });
      dropSignature(id);
      await noteAnswer(address, answer);
      noteSigning(id, undefined);
      return;
    } catch (error) {
      const code = refusalOf(error);
      if (code === null) {
        await untilNextTry(retryMs(failures));
      } else if (code !== 'ERR_SIGNED_OUT') {
        dropSignature(id);
        await refreshPayments(address);
        // Past that step: an earlier answer was lost, and the list says what became of it.
        noteSigning(id, code === 'ERR_PAYMENT_STATE' ? undefined : { step: 'declined', code });
        return;
      }
    }
  }
}
