import { useRound } from '@popfray/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../shell/Icon.tsx';
import { forgetMissingParts } from '../shell/lazy.ts';
import { AtOnce, Part } from './Part.tsx';
import type { PracticeSession } from './play-session.ts';
import { InstallOffer, RaceChooser, RoundKeeper, RoundOver } from './practice-part.ts';

/** From here on the round is about to be kept, s. */
const KEEPING_S = 15;

/** Beside the field in practice: the way to a race, and whom it is against. Towards the end of a round what keeps and ends it is fetched. */
export function PracticeSide({ session }: { readonly session: PracticeSession }): ReactElement {
  const t = useTranslations('play');
  const { store, rival, awaitsRival, chooseRival, hasRaces } = session;
  const [isAsked, setAsked] = useState(false);
  const isPlaying = useRound(store, ({ phase }) => phase === 'running' || phase === 'paused');
  const isOver = useRound(store, ({ phase }) => phase === 'over');
  const isEnding = useRound(
    store,
    ({ phase, secondsLeft }) => phase === 'over' || (phase === 'running' && secondsLeft <= KEEPING_S),
  );
  const isOpen = isAsked || awaitsRival || rival !== null;
  // Whoever is missing it then is shown a plainer end.
  useEffect(() => {
    if (isEnding) RoundOver.load().catch(() => undefined);
  }, [isEnding]);

  const giveUp = (): void => {
    forgetMissingParts();
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
        <Part>
          <RoundKeeper store={store} />
        </Part>
      )}
      {!hasRaces ? null : isOpen ? (
        <Part meanwhile={button} fallback={<AtOnce act={giveUp} />}>
          <RaceChooser session={session} isAsked={isAsked} />
        </Part>
      ) : (
        button
      )}
      {isOver && (
        <Part>
          <InstallOffer />
        </Part>
      )}
    </>
  );
}
