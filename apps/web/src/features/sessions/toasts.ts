import { createTranslator } from '../../data/messages/texts.ts';
import { showToast } from '../../ui/toast.ts';

const t = createTranslator('sessions.toast');

const bad = (title: string, text: string): void => showToast({ kind: 'bad', title, text });

/** Toasts about creating and joining sessions. SPEC sections 4 and 8, sessions. */
export const sessionToasts = {
  /** `doing` is the action that needs the sign-in. */
  signIn: (doing: 'create' | 'join'): void => bad(t('signInTitle'), t(`signIn.${doing}`)),
  /** The server has refused; `reason` is a sentence for the user, empty for the default text. */
  refused: (reason: string): void => bad(t('errorTitle'), reason === '' ? t('errorText') : reason),
  notCreated: (): void => bad(t('creationTitle'), t('creationText')),
  lost: (): void => bad(t('unknownTitle'), t('unknownText')),
  notLoaded: (): void => bad(t('loadingTitle'), t('loadingText')),
  /** `reason` is a sentence for the user; empty for the default text. */
  notJoined: (reason: string): void => bad(t('joinTitle'), reason === '' ? t('joinText') : reason),
  creator: (): void => showToast({ kind: 'plain', title: t('creatorTitle'), text: t('creatorText') }),
  copied: (): void => showToast({ kind: 'good', title: t('copiedTitle'), text: t('copiedText') }),
  notCopied: (): void => bad(t('notCopiedTitle'), t('notCopiedText')),
} as const;
