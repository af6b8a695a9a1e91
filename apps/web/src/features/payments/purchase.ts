import type { WalletErrorCode } from '@popfray/chain';
import type { Result } from '@popfray/engine/result';
import { PAYMENT_CALLS, type Payment } from '@popfray/protocol';
import { account } from '../../data/account/account.ts';
import { callApi } from '../../data/api/call-api.ts';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../../data/api/retry.ts';
import { wallet } from '../../data/wallet/wallet.ts';
import { removeSignature, storeSignature, readSignature } from './signature-storage.ts';
import { sendPayment, makePayFrom } from './pay-source.ts';
import { cachePayment, refreshPayments } from './payments.ts';
import { handlePaymentResult } from './payment-result.ts';
import { setSigning, signings } from './signing.ts';
import { watch } from './watch-list.ts';

/** Starts the payment of an upgrade, or resumes an open one, and shows it in the panel. Throws `ApiError`. */
export async function beginPayment(upgradeId: string, address: string): Promise<Payment> {
  const begun = await callApi(PAYMENT_CALLS.createPayment, { body: { upgradeId } });
  await followPayment(begun, address);
  return begun;
}

/** Buys an upgrade from the balance. When this resolves the upgrade is active and a toast is shown. Throws `ApiError`. */
export async function buyFromBalance(upgradeId: string, address: string): Promise<void> {
  const pay = makePayFrom('balance');
  const bought = await sendPayment(pay, async () => callApi(PAYMENT_CALLS.createPayment, { body: { upgradeId, pay } }));
  await cachePayment(address, bought);
  await handlePaymentResult(bought, address);
}

/** Shows a new payment in the panel. */
export async function followPayment(begun: Payment, address: string): Promise<void> {
  await cachePayment(address, begun);
  watch({ id: begun.id, address });
}

/** Cancels a payment that is not signed. Throws `ApiError`. */
export async function cancelPayment(id: string, address: string): Promise<void> {
  await cachePayment(address, await callApi(PAYMENT_CALLS.cancelPayment, { params: { id }, body: {} }));
  setSigning(id, undefined);
}

/**
 * Asks the wallet to sign a payment and submits the signature. Resolves with the wallet's error, or with null once the server has the
 * signature or it is stored for a retry. Does nothing while the same payment is already being signed.
 */
export async function signPayment(payment: Payment, address: string): Promise<WalletErrorCode | null> {
  const { id } = payment;
  const { [id]: signing } = signings.getState();
  if (signing?.step === 'asking' || signing?.step === 'handing-in') return null;
  setSigning(id, { step: 'asking' });
  const signed = await askWallet(payment, address);
  if (!signed.ok) {
    // The payment was cancelled in the panel while the wallet was asking: no error is shown.
    if (signings.getState()[id]?.step !== 'asking') return null;
    setSigning(id, { step: 'refused', code: signed.error });
    return signed.error;
  }
  storeSignature(id, signed.value);
  await submitSignature(id, address);
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

/** Submissions in progress by payment id, so that none is sent twice at the same time. */
const submissions = new Map<string, Promise<void>>();

/**
 * Submits the stored signature of a payment and retries until the server has accepted or finally refused it. Does nothing without a
 * stored signature.
 */
export function submitSignature(id: string, address: string): Promise<void> {
  const begun = submissions.get(id) ?? submitUntilAcknowledged(id, address).finally(() => submissions.delete(id));
  submissions.set(id, begun);
  return begun;
}

async function submitUntilAcknowledged(id: string, address: string): Promise<void> {
  for (let failures = 0; ; failures++) {
    const signed = readSignature(id);
    if (signed === null) return;
    const isSignedOut = account.getState().player?.address !== address;
    setSigning(id, { step: 'handing-in', failures, isSignedOut });
    // The next sign-in starts the submission again.
    if (isSignedOut) return;
    try {
      const answer = await callApi(PAYMENT_CALLS.submitPayment, { params: { id }, body: { transaction: signed } });
      removeSignature(id);
      await cachePayment(address, answer);
      setSigning(id, undefined);
      return;
    } catch (error) {
      const code = permanentFailureOf(error);
      if (code === null) {
        await waitForRetry(retryDelayMs(failures));
      } else if (code !== 'ERR_SIGNED_OUT') {
        removeSignature(id);
        await refreshPayments(address);
        // The payment is past this step: an earlier answer was lost, and the list has the current state.
        setSigning(id, code === 'ERR_PAYMENT_STATE' ? undefined : { step: 'declined', code });
        return;
      }
    }
  }
}
