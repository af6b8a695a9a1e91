import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { withTexts } from '../../data/messages/texts.ts';
import { LazyPart } from '../errors/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazy } from '../../data/chunks/lazy.ts';
import { ChunkFailedToast } from './ChunkFailedToast.tsx';

/** The dialog, loaded when it is opened. */
const ShareDialog = lazy(() =>
  withTexts(import('./ShareDialog.tsx'), 'share-card').then((module) => ({ default: module.ShareDialog })),
);

/** Button that creates a picture of a round, to save or share. */
export function ShareRound({
  replayText,
  name,
}: {
  readonly replayText: string;
  /** Label of the button in a list with several of them. */
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
        <LazyPart key={attempt} fallback={<ChunkFailedToast />}>
          <ShareDialog isOpen={isOpen} replayText={replayText} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
