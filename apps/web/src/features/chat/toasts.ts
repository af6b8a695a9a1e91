import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('chat');

/** Toasts about chat. SPEC section 8, lobby chat. */
export const chatToasts = {
  /** `reason` is a sentence from the server; empty for the default text. */
  failed: (reason: string): void =>
    showToast({ kind: 'bad', title: t('toast.failedTitle'), text: reason === '' ? t('toast.failedText') : reason }),
  local: (): void => showToast({ kind: 'plain', title: t('toast.localTitle'), text: t('toast.localText') }),
  crossChain: (): void => showToast({ kind: 'good', title: t('toast.crossTitle'), text: t('toast.crossText') }),
  reported: (): void => showToast({ kind: 'good', title: t('report'), text: t('reported') }),
  /** `reason` is a sentence from the server; empty for the default text. */
  notReported: (reason: string): void =>
    showToast({ kind: 'bad', title: t('report'), text: reason === '' ? t('reportFailed') : reason }),
} as const;
