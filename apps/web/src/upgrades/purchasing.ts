import type { Payment, UpgradeOffer } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { account, connectWallet, signIn, useAccount } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { queryClient } from '../api/Queries.tsx';
import { paymentsQuery } from '../payment/payments.ts';
import { beginPayment, signPayment } from '../payment/purchase.ts';
import { describeWalletError } from '../payment/refusal.ts';
import { say } from '../payment/say.ts';
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
}

/** The buying of upgrades by the signed-in player. */
export function usePurchasing(): Purchasing {
  const [beginningId, setBeginning] = useState<string | null>(null);
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

  return {
    busyIds,
    press: async (offer, state) => {
      if (state === 'connect') await connectWallet();
      else if (state === 'signIn') await signIn();
      else if (state === 'insufficient' && !(await hasBeenFunded(offer))) say.tooDear(offer.priceSun);
      else await buy(offer);
    },
  };
}

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
    return null;
  }
}
