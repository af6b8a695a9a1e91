import { speaker } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

const t = speaker('chat');

/** What is said about chat. SPEC section 8, lobby chat. */
export const say = {
  /** `reason` is a sentence of the server's; empty for the plain words. */
  failed: (reason: string): void =>
    showToast({ kind: 'bad', title: t('toast.failedTitle'), text: reason === '' ? t('toast.failedText') : reason }),
  local: (): void => showToast({ kind: 'plain', title: t('toast.localTitle'), text: t('toast.localText') }),
  crossChain: (): void => showToast({ kind: 'good', title: t('toast.crossTitle'), text: t('toast.crossText') }),
  reported: (): void => showToast({ kind: 'good', title: t('report'), text: t('reported') }),
  /** `reason` is a sentence of the server's; empty for the plain words. */
  notReported: (reason: string): void =>
    showToast({ kind: 'bad', title: t('report'), text: reason === '' ? t('reportFailed') : reason }),
} as const;
