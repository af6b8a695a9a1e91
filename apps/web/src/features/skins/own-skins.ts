import { SKIN_CALLS, SKINS } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { account } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { createTranslator } from '../../data/messages/texts.ts';
import { skinName } from '../../data/messages/skin-name.ts';
import { changeSettings } from '../../data/settings/settings.ts';
import { showToast } from '../../ui/toast.ts';
import { cachePayment, makePayFrom, refreshMoney, sendPayment } from '../payments/index.ts';

const t = createTranslator('skins');

/** The skins of the signed-in player. */
export const ownSkinsQuery = (address: string) =>
  queryOptions({
    queryKey: ['own-skins', address],
    queryFn: ({ signal }) => callApi(SKIN_CALLS.getMySkins, { signal }),
  });

/** What the button of a skin does. */
export type SkinState = 'connect' | 'signIn' | 'buy' | 'short' | 'earn' | 'use' | 'inUse';

/** The facts by which the state of a skin is decided. */
interface SkinFacts {
  readonly isConnected: boolean;
  readonly isSignedIn: boolean;
  readonly isOwned: boolean;
  readonly isChosen: boolean;
  /** Null for a skin that is earned. */
  readonly priceSun: number | null;
  readonly balanceSun: number;
}

/** What the button of a skin does, by what is known of the player. */
export function skinState({ isConnected, isSignedIn, isOwned, isChosen, priceSun, balanceSun }: SkinFacts): SkinState {
  if (!isSignedIn) return isConnected ? 'signIn' : 'connect';
  if (isOwned) return isChosen ? 'inUse' : 'use';
  if (priceSun === null) return 'earn';
  return balanceSun >= priceSun ? 'buy' : 'short';
}

/** Buys a skin from the balance and uses it. Shows a toast for every outcome; never rejects for a failed call. */
export async function buySkin(skinId: string): Promise<void> {
  const buyer = account.getState().player?.address;
  const pay = makePayFrom('balance');
  if (buyer === undefined || pay.source === 'wallet') return;
  const { paymentId } = pay;
  try {
    const bought = await sendPayment(pay, async () => callApi(SKIN_CALLS.buySkin, { body: { skinId, paymentId } }));
    await cachePayment(buyer, bought);
    changeSettings({ skin: skinId });
    showToast({ kind: 'good', title: t('boughtTitle', { name: skinName(skinId) }), text: t('boughtText') });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ kind: 'bad', title: t('failedTitle'), text: error.message });
  }
  // Also after a failure: the answer of a purchase may have been lost.
  await Promise.all([refreshMoney(buyer), queryClient.invalidateQueries({ queryKey: ['own-skins', buyer] })]);
}

/** Whether this version knows a skin. */
export const isKnownSkin = (id: string): boolean => SKINS.some((skin) => skin.id === id);
