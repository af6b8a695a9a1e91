import { makeTrx, type PaymentSource } from '@popfray/protocol';
import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('upgrades.toast');

/** Toasts about a purchase. SPEC section 8, upgrades. */
export const purchaseToasts = {
  purchased: (name: string, minutes: number, source: PaymentSource): void =>
    showToast({
      kind: 'good',
      title: t('purchasedTitle'),
      text: t(source === 'balance' ? 'purchasedFromBalance' : 'purchasedText', { name, minutes }),
    }),
  /** `reason` is a sentence for the user; empty for the default text. */
  failed: (reason: string): void =>
    showToast({ kind: 'bad', title: t('failedTitle'), text: reason === '' ? t('failedText') : reason }),
  tooDear: (priceSun: number): void =>
    showToast({ kind: 'bad', title: t('balanceTitle'), text: t('balanceText', { price: makeTrx(priceSun) }) }),
  noWallet: (): void => showToast({ kind: 'bad', title: t('walletTitle'), text: t('walletText') }),
  alreadyActive: (name: string): void =>
    showToast({ kind: 'bad', title: t('activeTitle'), text: t('activeText', { name }) }),
  refunded: (name: string, amountSun: number): void =>
    showToast({
      kind: 'plain',
      title: t('refundedTitle'),
      text: t('refundedText', { name, amount: makeTrx(amountSun) }),
    }),
} as const;
