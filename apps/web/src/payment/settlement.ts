import type { Payment } from '@popfray/protocol';
import { refreshPlayer } from '../account/account.ts';
import { queryClient } from '../api/Queries.tsx';
import { moneyTexts } from '../messages/money.ts';
import { findUpgrade } from '../upgrades/catalogue.ts';
import { refreshWalletBalance } from '../wallet/balance.ts';
import { say } from './say.ts';

/** Says what has just become of a payment, and has every figure that it changed fetched anew. Says nothing of steps on the way. */
export async function settle(payment: Payment, address: string): Promise<void> {
  const upgrade = findUpgrade(payment.upgradeId);
  const name = upgrade?.name ?? payment.upgradeId ?? '';
  switch (payment.status) {
    case 'applied':
      say.purchased(name, upgrade?.durationMin ?? 0);
      break;
    case 'refunded':
      say.refunded(name, payment.amountSun);
      break;
    case 'failed':
      say.failed(moneyTexts.payment.failed);
      break;
    case 'expired':
      say.failed('');
      return;
    case 'awaiting':
    case 'sent':
    case 'confirming':
    case 'cancelled':
      return;
  }
  await refreshMoney(address);
}

/** Fetches anew what a payment changes: upgrades in force, purchases, the account, the wallet. */
export async function refreshMoney(address: string): Promise<void> {
  await Promise.all([
    ...['player-upgrades', 'purchases', 'ledger', 'solo-terms'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key, address] }),
    ),
    refreshWalletBalance(),
    refreshPlayer(),
  ]);
}
