import { makeTrx } from '@popfray/protocol';
import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('deposit.toast');

/** Toasts about a deposit. */
export const depositToasts = {
  done: (amountSun: number): void =>
    showToast({ kind: 'good', title: t('doneTitle'), text: t('doneText', { amount: makeTrx(amountSun) }) }),
  refunded: (amountSun: number): void =>
    showToast({ kind: 'plain', title: t('refundedTitle'), text: t('refundedText', { amount: makeTrx(amountSun) }) }),
  failed: (): void => showToast({ kind: 'bad', title: t('failedTitle'), text: t('failedText') }),
  expired: (): void => showToast({ kind: 'bad', title: t('failedTitle'), text: t('expiredText') }),
} as const;
