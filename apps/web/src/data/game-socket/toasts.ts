import type { Notice } from '@popfray/protocol/socket';
import { createTranslator } from '../messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('gameSocket');

/** Toasts for messages of the game server. SPEC section 8, game socket. */
export const gameToasts = {
  error: (message: string): void =>
    showToast({ kind: 'bad', title: t('errorTitle'), text: message === '' ? t('errorText') : message }),
  notice: (title: string, message: string): void =>
    showToast({ kind: 'plain', title: title === '' ? t('noticeTitle') : title, text: message }),
  refunded: ({ sessionName: name, amount }: Notice): void =>
    showToast({ kind: 'plain', title: t('refundedTitle'), text: t('refundedText', { name, amount }) }),
  seatGone: ({ sessionName: name, amount }: Notice): void =>
    showToast({ kind: 'plain', title: t('seatGoneTitle'), text: t('seatGoneText', { name, amount }) }),
  notReady: ({ sessionName: name, amount }: Notice): void =>
    showToast({ kind: 'plain', title: t('notReadyTitle'), text: t('notReadyText', { name, amount }) }),
  removed: ({ sessionName: name }: Notice): void =>
    showToast({ kind: 'plain', title: t('removedTitle'), text: t('removedText', { name }) }),
  joined: (name: string): void =>
    showToast({ kind: 'plain', title: t('joinedTitle'), text: t('joinedText', { name }) }),
  started: (): void => showToast({ kind: 'good', title: t('startedTitle'), text: t('startedText') }),
} as const;
