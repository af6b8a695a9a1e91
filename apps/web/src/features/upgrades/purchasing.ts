import type { Payment, PaymentSource, UpgradeOffer } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { account, useAccount } from '../../data/account/account.ts';
import { connectWallet, signIn } from '../../data/wallet/wallet-actions.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import {
  paymentsQuery,
  beginPayment,
  buyFromBalance,
  signPayment,
  describeWalletError,
  purchaseToasts,
  refreshMoney,
  signings,
  isOpen,
  isSignable,
  stageOf,
} from '../payments/index.ts';
import { refreshWalletBalance } from '../../data/wallet/balance.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import type { OfferState } from './offer.ts';
import { playerUpgradesQuery } from './upgrades.ts';

/** State and actions of purchases. */
export interface Purchasing {
  /** Upgrades with a payment in progress: their buttons ignore clicks. */
  readonly busyIds: ReadonlySet<string>;
  /** Performs the action of an upgrade's button. Shows a toast for every outcome; never rejects. */
  readonly press: (offer: UpgradeOffer, state: OfferState) => Promise<void>;
  /** The upgrade for which the player has to choose the payment source, as the balance covers it; null for none. */
  readonly asked: UpgradeOffer | null;
  /** Pays for that upgrade. Shows a toast for every outcome; never rejects. */
  readonly pay: (offer: UpgradeOffer, source: PaymentSource) => Promise<void>;
  /** Closes the choice without a payment. */
  readonly putOff: () => void;
}

/** Purchases of upgrades by the signed-in player. */
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
    if (refusal !== null) purchaseToasts.failed(describeWalletError(refusal, buyer));
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
      else if (state === 'insufficient' && !(await hasBeenFunded(offer))) purchaseToasts.tooDear(offer.priceSun);
      // If only the wallet can pay, it asks for confirmation.
      else if (isCovered(offer)) setAsked(offer);
      else await buy(offer);
    },
  };
}

/** Whether the player's balance covers the price. */
const isCovered = ({ priceSun }: UpgradeOffer): boolean => (account.getState().player?.balanceSun ?? 0) >= priceSun;

/** Whether the wallet's balance, fetched again, covers the price. */
async function hasBeenFunded({ priceSun }: UpgradeOffer): Promise<boolean> {
  await refreshWalletBalance();
  const balanceSun = queryClient.getQueryData<number>(['wallet-balance', account.getState().address]);
  return balanceSun === undefined || balanceSun >= priceSun;
}

/** Starts the payment of an upgrade; null, after a toast, when there is nothing to sign. */
async function begin(offer: UpgradeOffer): Promise<Payment | null> {
  const buyer = account.getState().player?.address;
  if (buyer === undefined) {
    purchaseToasts.noWallet();
    return null;
  }
  try {
    return await beginPayment(offer.id, buyer);
  } catch (error) {
    await sayNotBought(error, offer, buyer);
    return null;
  }
}

/** Buys an upgrade from the balance, or shows why that failed. */
async function payNow(offer: UpgradeOffer): Promise<void> {
  const buyer = account.getState().player?.address;
  if (buyer === undefined) return purchaseToasts.noWallet();
  try {
    await buyFromBalance(offer.id, buyer);
  } catch (error) {
    await sayNotBought(error, offer, buyer);
    // The balance is lower than assumed, or the answer was lost after the payment.
    await refreshMoney(buyer);
  }
}

/** Shows why a purchase failed. Rethrows an error that is not a failed call: that is a bug. */
async function sayNotBought(error: unknown, offer: UpgradeOffer, buyer: string): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  switch (error.code) {
    case 'ERR_SIGNED_OUT':
      purchaseToasts.noWallet();
      break;
    case 'ERR_BALANCE':
      purchaseToasts.tooDear(offer.priceSun);
      break;
    case 'ERR_UPGRADE_ACTIVE':
      purchaseToasts.alreadyActive(upgradeName(offer.id));
      await queryClient.invalidateQueries({ queryKey: playerUpgradesQuery(buyer).queryKey });
      break;
    default:
      // The answer was not in the API's format, so there is no text for the user.
      purchaseToasts.failed(error.code === null && error.status !== 0 ? '' : error.message);
  }
}
