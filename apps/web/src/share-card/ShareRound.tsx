import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { withTexts } from '../messages/texts.ts';
import { Part } from '../play/Part.tsx';
import { Icon } from '../shell/Icon.tsx';
import { lazy } from '../shell/lazy.ts';
import { FailedToOpen } from './FailedToOpen.tsx';

/** The picture and its dialog, fetched when somebody wants them. */
const ShareDialog = lazy(() =>
  withTexts(import('./ShareDialog.tsx'), 'share-card').then((module) => ({ default: module.ShareDialog })),
);

/** A button that makes a picture of a round, to keep or to share. */
export function ShareRound({
  replayText,
  name,
}: {
  readonly replayText: string;
  /** What the button is called where several stand in a list. */
  readonly name?: string;
}): ReactElement {
  const t = useTranslations('shareRound');
  const [attempt, setAttempt] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="action action-bare"
        {...(name !== undefined && { 'aria-label': name })}
        onClick={() => {
          setAttempt(attempt + 1);
          setOpen(true);
        }}
      >
        <Icon name="share" />
        {t('action')}
      </button>
      {attempt > 0 && (
        <Part key={attempt} fallback={<FailedToOpen />}>
          <ShareDialog isOpen={isOpen} replayText={replayText} onClose={() => setOpen(false)} />
        </Part>
      )}
    </>
  );
}
