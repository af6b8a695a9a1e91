import { AskError } from '../api/ask-error.ts';
import { speaker } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

const t = speaker('room.toast');

/** Why a call failed, in the server's words; the plain ones where it has none. Throws what is no failed call: that is a bug. */
function reasonOf(error: unknown, plain: string): string {
  if (!(error instanceof AskError)) throw error;
  return error.code === null ? plain : error.message;
}

const bad = (title: string, text: string): void => showToast({ kind: 'bad', title, text });

/** What went wrong in a session's room. SPEC section 8, lobby. */
export const say = {
  notReady: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('readyText'))),
  notLoaded: (): void => bad(t('errorTitle'), t('loadText')),
  notStarted: (error: unknown): void => bad(t('startTitle'), reasonOf(error, t('startText'))),
  notLeft: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('leaveText'))),
  notRemoved: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('removeText'))),
  noBot: (error: unknown): void => bad(t('errorTitle'), reasonOf(error, t('botText'))),
} as const;
