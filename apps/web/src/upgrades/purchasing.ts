import type { Payment, PaymentSource, UpgradeOffer } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { account, connectWallet, signIn, useAccount } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { queryClient } from '../api/Queries.tsx';
import { paymentsQuery } from '../payment/payments.ts';
import { beginPayment, buyFromBalance, signPayment } from '../payment/purchase.ts';
import { describeWalletError } from '../payment/refusal.ts';
import { say } from '../payment/say.ts';
import { refreshMoney } from '../payment/settlement.ts';
import { signings } from '../payment/signing.ts';
import { isOpen, isSignable, stageOf } from '../payment/stage.ts';
import { refreshWalletBalance } from '../wallet/balance.ts';
import { upgradeName } from './catalogue.ts';
import type { OfferState } from './offer.ts';
import { playerUpgradesQuery } from './upgrades.ts';

/** What can be bought, and what is being bought. */
export interface Purchasing {
  /** Upgrades whose payment is under way: nothing can be pressed for them. */
  readonly busyIds: ReadonlySet<string>;
  /** Does what an upgrade's button says. Tells every outcome; never rejects. */
  readonly press: (offer: UpgradeOffer, state: OfferState) => Promise<void>;
  /** The upgrade whose price the balance covers, and of which the player is to say where it is paid from; null when there is none. */
  readonly asked: UpgradeOffer | null;
  /** Pays for it. Tells every outcome; never rejects. */
  readonly pay: (offer: UpgradeOffer, source: PaymentSource) => Promise<void>;
  /** The player does not want it after all. */
  readonly putOff: () => void;
}

/** The buying of upgrades by the signed-in player. */
export function usePurchasing(): Purchasing {
  const [beginningId, setBeginning] = useState<string | null>(null);
  const [asked, setAsked] = useState<UpgradeOffer | null>(null);
  const address = useAccount(({ player }) => player?.address ?? null);
  const local = useStore(signings);
  const { data = [] } = useQuery({ ...paymentsQuery(address ?? ''), enabled: address !== null });
  const isBusy = (payment: Payment): boolean => {
    const stage = stageOf(payment, local[payment.id]);
    return isOpen(stage) && !isSignable(stage);
  };
  const busyIds = new Set(data.filter(isBusy).map(({ upgradeId }) => upgradeId ?? ''));
  if (beginningId !== null) busyIds.add(beginningId);

  const buy = async (offer: UpgradeOffer): Promise<void> => {
    setBeginning(offer.id);
    const payment = await begin(offer);
    setBeginning(null);
    const buyer = account.getState().player?.address;
    if (payment === null || buyer === undefined) return;
    const refusal = await signPayment(payment, buyer);
    if (refusal !== null) say.failed(describeWalletError(refusal, buyer));
  };

  const buyNow = async (offer: UpgradeOffer): Promise<void> => {
    setBeginning(offer.id);
    await payNow(offer);
    setBeginning(null);
  };

  return {
    busyIds,
    asked,
    putOff: () => setAsked(null),
    pay: async (offer, source) => {
      setAsked(null);
      await (source === 'balance' ? buyNow(offer) : buy(offer));
    },
    press: async (offer, state) => {
      if (state === 'connect') await connectWallet();
      else if (state === 'signIn') await signIn();
      else if (state === 'insufficient' && !(await hasBeenFunded(offer))) say.tooDear(offer.priceSun);
      // Where the wallet alone can pay, it asks.
      else if (isCovered(offer)) setAsked(offer);
      else await buy(offer);
    },
  };
}

/** Whether the player's balance covers the price. */
const isCovered = ({ priceSun }: UpgradeOffer): boolean => (account.getState().player?.balanceSun ?? 0) >= priceSun;

/** Whether the wallet holds the price after all, asked anew. */
async function hasBeenFunded({ priceSun }: UpgradeOffer): Promise<boolean> {
  await refreshWalletBalance();
  const balanceSun = queryClient.getQueryData<number>(['wallet-balance', account.getState().address]);
  return balanceSun === undefined || balanceSun >= priceSun;
}

/** Begins an upgrade's payment; null, and why is told, when there is none to be signed. */
async function begin(offer: UpgradeOffer): Promise<Payment | null> {
  const buyer = account.getState().player?.address;
  if (buyer === undefined) {
    say.noWallet();
    return null;
  }
  try {
    return await beginPayment(offer.id, buyer);
  } catch (error) {
    await sayNotBought(error, offer, buyer);
    return null;
  }
}

/** Buys an upgrade from the balance, or tells why not. */
async function payNow(offer: UpgradeOffer): Promise<void> {
  const buyer = account.getState().player?.address;
  if (buyer === undefined) return say.noWallet();
  try {
    await buyFromBalance(offer.id, buyer);
  } catch (error) {
    await sayNotBought(error, offer, buyer);
    // The balance is not what it was taken for, or the answer was lost after the payment.
    await refreshMoney(buyer);
  }
}

/** Tells why a purchase did not come about. Throws what is no failed call: that is a bug. */
async function sayNotBought(error: unknown, offer: UpgradeOffer, buyer: string): Promise<void> {
  if (!(error instanceof AskError)) throw error;
  switch (error.code) {
    case 'ERR_SIGNED_OUT':
      say.noWallet();
      break;
    case 'ERR_BALANCE':
      say.tooDear(offer.priceSun);
      break;
    case 'ERR_UPGRADE_ACTIVE':
      say.alreadyActive(upgradeName(offer.id));
      await queryClient.invalidateQueries({ queryKey: playerUpgradesQuery(buyer).queryKey });
      break;
    default:
      // An answer that is no failure of ours has no words for a person.
      say.failed(error.code === null && error.status !== 0 ? '' : error.message);
  }
}
