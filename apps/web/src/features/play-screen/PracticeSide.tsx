import { useRound } from '@popfray/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { resetFailedChunks } from '../../data/chunks/lazy.ts';
import { RunOnMount, LazyPart } from '../errors/index.ts';
import type { PracticeSession } from '../play/index.ts';
import { InstallOffer, RaceChooser, RoundKeeper, RoundOver } from './practice-part.ts';

/** The components of the round's end are preloaded from this many seconds before it. */
const PRELOAD_S = 15;

/** Column beside the practice field: the choice of the rival, and the current race. Preloads the components of the round's end. */
export function PracticeSide({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('play');
  const { store, rival, awaitsRival, chooseRival, hasRaces } = session;
  const [isAsked, setAsked] = useState(false);
  const isPlaying = useRound(store, ({ phase }) => phase === 'running' || phase === 'paused');
  const isOver = useRound(store, ({ phase }) => phase === 'over');
  const isEnding = useRound(
    store,
    ({ phase, secondsLeft }) => phase === 'over' || (phase === 'running' && secondsLeft <= PRELOAD_S),
  );
  const isOpen = isAsked || awaitsRival || rival !== null;
  // Without them a simpler result is shown.
  useEffect(() => {
    if (isEnding) RoundOver.load().catch(() => undefined);
  }, [isEnding]);

  const giveUp = (): void => {
    resetFailedChunks();
    setAsked(false);
    chooseRival(null);
  };
  const button = (
    <button
      type="button"
      disabled={isPlaying || isOpen}
      className="action action-quiet self-start xl:w-full"
      onClick={() => setAsked(true)}
    >
      <Icon name="flag" />
      {t('race')}
    </button>
  );
  return (
    <>
      {isEnding && (
        <LazyPart>
          <RoundKeeper store={store} />
        </LazyPart>
      )}
      {!hasRaces ? null : isOpen ? (
        <LazyPart loading={button} fallback={<RunOnMount act={giveUp} />}>
          <RaceChooser session={session} isAsked={isAsked} />
        </LazyPart>
      ) : (
        button
      )}
      {isOver && (
        <LazyPart>
          <InstallOffer />
        </LazyPart>
      )}
    </>
  );
}
