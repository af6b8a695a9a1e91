import { makeTrx, type PaymentSource } from '@popfray/protocol';
import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('entry');

/** Toasts about the payment of an entry fee. SPEC sections 4 and 8, sessions. */
export const entryToasts = {
  processing: (amountSun: number): void =>
    showToast({
      kind: 'plain',
      title: t('processingTitle'),
      text: t('processingText', { amount: makeTrx(amountSun) }),
    }),
  paid: (source: PaymentSource): void =>
    showToast({
      kind: 'good',
      title: t('paidTitle'),
      text: t(source === 'balance' ? 'paidFromBalance' : 'paidText'),
    }),
  /** `reason` is a sentence for the user; empty for the default text. */
  failed: (reason: string): void =>
    showToast({ kind: 'bad', title: t('failedTitle'), text: reason === '' ? t('failedText') : reason }),
  created: (name: string): void =>
    showToast({ kind: 'good', title: t('createdTitle'), text: t('createdText', { name }) }),
  joined: (): void => showToast({ kind: 'good', title: t('joinedTitle'), text: t('joinedText') }),
  notCreated: (): void => showToast({ kind: 'bad', title: t('notCreatedTitle'), text: t('notCreatedText') }),
} as const;
