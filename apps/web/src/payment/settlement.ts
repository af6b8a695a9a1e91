import { CALLS, type Payment } from '@popfray/protocol';
import { refreshPlayer } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { isSeatLost } from '../game-socket/lost-seats.ts';
import { speaker } from '../messages/texts.ts';
import { findUpgrade, upgradeName } from '../upgrades/catalogue.ts';
import { refreshWalletBalance } from '../wallet/balance.ts';
import { keptCreator, keptName } from '../sessions/kept-names.ts';
import { say } from './say.ts';
import { sayEntry } from './say-entry.ts';

const t = speaker('payment');

/** As long as a toast needs to be read before the next one takes its place, ms. */
const READ_MS = 2_000;

/** Says what has just become of a payment, and has every figure that it changed fetched anew. Says nothing of steps on the way. */
export async function settle(payment: Payment, address: string): Promise<void> {
  if (payment.sessionId !== null) return settleEntry(payment, payment.sessionId, address);
  const upgrade = findUpgrade(payment.upgradeId);
  const name = upgradeName(payment.upgradeId ?? '');
  switch (payment.status) {
    case 'applied':
      say.purchased(name, upgrade?.durationMin ?? 0, payment.source);
      break;
    case 'refunded':
      say.refunded(name, payment.amountSun);
      break;
    case 'failed':
      say.failed(t('failed'));
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

/** The same of an entry fee: a seat is taken, or the fee is on the balance. */
async function settleEntry({ status, amountSun, source }: Payment, sessionId: string, address: string): Promise<void> {
  const name = keptName(sessionId) ?? '';
  const isMine = keptCreator(sessionId) === address;
  switch (status) {
    case 'applied':
      sayEntry.paid(source);
      setTimeout(() => void saySeated(sessionId, name, isMine), READ_MS);
      break;
    case 'refunded':
      if (isMine) sayEntry.notCreated();
      else say.refunded(name, amountSun);
      break;
    case 'failed':
      sayEntry.failed(t('failed'));
      break;
    case 'expired':
      sayEntry.failed('');
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

/** Says that a session was made, or joined, unless it is over by now, or the player was told of losing the seat. */
async function saySeated(sessionId: string, name: string, isMine: boolean): Promise<void> {
  try {
    const { endedAt } = await ask(CALLS.getSession, { params: { id: sessionId } });
    if (endedAt !== null || isSeatLost(sessionId)) return;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return;
  }
  if (isMine) sayEntry.created(name);
  else sayEntry.joined();
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
