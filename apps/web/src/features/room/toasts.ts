import { ApiError } from '../../data/api/api-error.ts';
import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('room.toast');

/** The server's explanation of a failed call, or the default text. Rethrows an error that is not a failed call: that is a bug. */
function reasonOf(error: unknown, plain: string): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === null ? plain : error.message;
}

const bad = (title: string, text: string): void => showToast({ kind: 'bad', title, text });

/** Toasts about failures in a session's room. SPEC section 8, lobby. */
export const roomToasts = {
  notReady: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('readyText'))),
  notLoaded: (): void => bad(t('errorTitle'), t('loadText')),
  notStarted: (error: unknown): void => bad(t('startTitle'), reasonOf(error, t('startText'))),
  notLeft: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('leaveText'))),
  notRemoved: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('removeText'))),
  noBot: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('botText'))),
} as const;
