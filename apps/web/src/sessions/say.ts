import { speaker } from '../messages/texts.ts';
import { showToast } from '../shell/toast.ts';

const t = speaker('sessions.toast');

const bad = (title: string, text: string): void => showToast({ kind: 'bad', title, text });

/** What is said about making and joining sessions, each by its own cause. SPEC sections 4 and 8, sessions. */
export const say = {
  /** `doing` is what the sign-in is needed for. */
  signIn: (doing: 'create' | 'join'): void => bad(t('signInTitle'), t(`signIn.${doing}`)),
  /** The server refused; `reason` is a sentence for a person, empty for the plain words. */
  refused: (reason: string): void => bad(t('errorTitle'), reason === '' ? t('errorText') : reason),
  notCreated: (): void => bad(t('creationTitle'), t('creationText')),
  lost: (): void => bad(t('unknownTitle'), t('unknownText')),
  notLoaded: (): void => bad(t('loadingTitle'), t('loadingText')),
  /** `reason` is a sentence for a person; empty for the plain words. */
  notJoined: (reason: string): void => bad(t('joinTitle'), reason === '' ? t('joinText') : reason),
  creator: (): void => showToast({ kind: 'plain', title: t('creatorTitle'), text: t('creatorText') }),
  copied: (): void => showToast({ kind: 'good', title: t('copiedTitle'), text: t('copiedText') }),
  notCopied: (): void => bad(t('notCopiedTitle'), t('notCopiedText')),
} as const;
