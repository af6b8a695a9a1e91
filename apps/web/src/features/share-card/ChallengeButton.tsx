import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { fetchChallengeLink } from './challenge-link.ts';

/**
 * Button that sends a link to a race against a round: by the system's dialog on touch screens, to the clipboard otherwise. Where both are refused, it
 * shows the link to copy by hand.
 */
export function ChallengeButton({
  replayText,
  score,
  isAnswer = false,
}: {
  readonly replayText: string;
  readonly score: number;
  /** Whether it answers the challenge of another player. */
  readonly isAnswer?: boolean;
}): ReactElement {
  const t = useTranslations('challengeLink');
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const send = async (): Promise<void> => {
    setBusy(true);
    const link = await fetchChallengeLink(replayText);
    setBusy(false);
    const shared = { text: t('text', { score }), url: link };
    try {
      if (matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare(shared)) {
        await navigator.share(shared);
        return;
      }
      await navigator.clipboard.writeText(link);
      showToast({ kind: 'good', title: t('copiedTitle'), text: t('copiedText') });
    } catch (error) {
      // A user who closes the system's dialog causes no error message.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setRefused(link);
    }
  };
  if (refused !== null) {
    return (
      <input
        readOnly
        ref={(input) => input?.select()}
        aria-label={t('field')}
        value={refused}
        className="entry w-full max-w-xs text-sm"
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      className={`action ${isAnswer ? 'action-quiet' : 'action-bare'}`}
      onClick={() => !isBusy && void send()}
    >
      <Icon name={isAnswer ? 'share' : 'flag'} />
      {isBusy ? t('busy') : t(isAnswer ? 'answer' : 'action')}
    </button>
  );
}
