import { SESSION_CALLS, type Payment } from '@popfray/protocol';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { isSeatLost } from '../../data/game-socket/lost-seats.ts';
import { createTranslator } from '../../data/messages/texts.ts';
import { findUpgrade, upgradeName } from '../../data/messages/upgrade-name.ts';
import { refreshWalletBalance } from '../../data/wallet/balance.ts';
import { storedCreator, storedName } from './session-names.ts';
import { purchaseToasts } from './purchase-toasts.ts';
import { depositToasts } from './deposit-toasts.ts';
import { entryToasts } from './entry-toasts.ts';

const t = createTranslator('payment');

/** Time to read a toast before the next one replaces it, ms. */
const TOAST_READ_MS = 2_000;

/** Shows a toast for the result of a payment and refreshes every figure that it changes. Intermediate states are ignored. */
export async function handlePaymentResult(payment: Payment, address: string): Promise<void> {
  if (payment.sessionId !== null) return handleEntryResult(payment, payment.sessionId, address);
  if (payment.purpose === 'deposit') return handleDepositResult(payment, address);
  const upgrade = findUpgrade(payment.upgradeId);
  const name = upgradeName(payment.upgradeId ?? '');
  switch (payment.status) {
    case 'applied':
      purchaseToasts.purchased(name, upgrade?.durationMin ?? 0, payment.source);
      break;
    case 'refunded':
      purchaseToasts.refunded(name, payment.amountSun);
      break;
    case 'failed':
      purchaseToasts.failed(t('failed'));
      break;
    case 'expired':
      purchaseToasts.failed('');
      return;
    case 'awaiting':
    case 'sent':
    case 'confirming':
    case 'cancelled':
      return;
  }
  await refreshMoney(address);
}

/** The same for a deposit: it is on the balance, or nothing was paid. */
async function handleDepositResult({ status, amountSun }: Payment, address: string): Promise<void> {
  if (status === 'awaiting' || status === 'sent' || status === 'confirming' || status === 'cancelled') return;
  if (status === 'applied') depositToasts.done(amountSun);
  else if (status === 'refunded') depositToasts.refunded(amountSun);
  else if (status === 'failed') depositToasts.failed();
  else depositToasts.expired();
  await refreshMoney(address);
}

/** The same for an entry fee: the player has a seat, or the fee was refunded to the balance. */
async function handleEntryResult(
  { status, amountSun, source }: Payment,
  sessionId: string,
  address: string,
): Promise<void> {
  const name = storedName(sessionId) ?? '';
  const isMine = storedCreator(sessionId) === address;
  switch (status) {
    case 'applied':
      entryToasts.paid(source);
      setTimeout(() => void showSeatToast(sessionId, name, isMine), TOAST_READ_MS);
      break;
    case 'refunded':
      if (isMine) entryToasts.notCreated();
      else purchaseToasts.refunded(name, amountSun);
      break;
    case 'failed':
      entryToasts.failed(t('failed'));
      break;
    case 'expired':
      entryToasts.failed('');
      break;
    case 'awaiting':
    case 'sent':
    case 'confirming':
      return;
    case 'cancelled':
      break;
  }
  const keys = [['sessions'], ['session', sessionId], ['seat', sessionId]];
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    status !== 'cancelled' && refreshMoney(address),
  ]);
}

/** Reports that a session was created or joined, unless it has ended or the player has lost the seat. */
async function showSeatToast(sessionId: string, name: string, isMine: boolean): Promise<void> {
  try {
    const { endedAt } = await callApi(SESSION_CALLS.getSession, { params: { id: sessionId } });
    if (endedAt !== null || isSeatLost(sessionId)) return;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return;
  }
  if (isMine) entryToasts.created(name);
  else entryToasts.joined();
}

/** Fetches again what a payment changes: active upgrades, purchases, the account, the wallet's balance. */
export async function refreshMoney(address: string): Promise<void> {
  await Promise.all([
    ...['player-upgrades', 'purchases', 'ledger', 'solo-terms'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key, address] }),
    ),
    refreshWalletBalance(),
    refreshPlayer(),
  ]);
}
