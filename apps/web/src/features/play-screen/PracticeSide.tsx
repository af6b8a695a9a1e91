import { useRound } from '@popfray/react';
import { useDeferredValue, useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { resetFailedChunks } from '../../data/chunks/lazy.ts';
import { preloadGuest } from '../../data/wallet/wallet-actions.ts';
import { RunOnMount, LazyPart } from '../errors/index.ts';
import { importField, useShownPhase, type PracticeSession } from '../play/index.ts';
import { InstallOffer, RaceChooser, RoundOver, SaveRound } from './practice-part.ts';

/** Column beside the practice field: the choice of the rival, and the current race. Stores finished rounds and preloads their result. */
export function PracticeSide({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('play');
  const { store, rival, awaitsRival, chooseRival, hasRaces } = session;
  const [isAsked, setAsked] = useState(false);
  const isPlaying = useRound(store, ({ phase }) => phase === 'running' || phase === 'paused');
  const isOver = useShownPhase(store) === 'over';
  const result = useDeferredValue(useRound(store, (state) => state.result));
  // The last result stays here during the next round, which may start before the component that stores it has loaded.
  const [finished, setFinished] = useState(result);
  if (result !== null && result !== finished) setFinished(result);
  const isOpen = isAsked || awaitsRival || rival !== null;
  // After the field and before the first round, which starts a guest and ends with a result: a chunk that is evaluated during a round delays its frames.
  useEffect(() => {
    importField()
      .then(() => {
        preloadGuest();
        return RoundOver.load();
      })
      .catch(() => undefined);
  }, []);

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
      {finished !== null && (
        <LazyPart>
          <SaveRound result={finished} />
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
