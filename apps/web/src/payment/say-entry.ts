import { makeTrx, type PaymentSource } from '@popfray/protocol';
import { speaker } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

const t = speaker('entry');

/** What is said about the payment of an entry fee. SPEC sections 4 and 8, sessions. */
export const sayEntry = {
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
  /** `reason` is a sentence for a person; empty for the plain words. */
  failed: (reason: string): void =>
    showToast({ kind: 'bad', title: t('failedTitle'), text: reason === '' ? t('failedText') : reason }),
  created: (name: string): void =>
    showToast({ kind: 'good', title: t('createdTitle'), text: t('createdText', { name }) }),
  joined: (): void => showToast({ kind: 'good', title: t('joinedTitle'), text: t('joinedText') }),
  notCreated: (): void => showToast({ kind: 'bad', title: t('notCreatedTitle'), text: t('notCreatedText') }),
} as const;
