import { useRound } from '@popfray/react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { LazyPart } from '../errors/index.ts';
import { Confetti, CountUp, ResultLinks } from '../results/index.ts';
import { RaceResult } from '../rivals/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Overlay, type PracticeSession } from '../play/index.ts';

/** Properties of a round's result. */
export interface RoundOverProps {
  readonly session: PracticeSession;
  readonly title: string;
  readonly scoreLabel: string;
  /** Target of the back link. */
  readonly back: { readonly path: string; readonly text: string };
  /** A line below the score. */
  readonly children: ReactNode;
}

/** The result of a round: the score, then the actions. */
export function RoundOver({ session, title, scoreLabel, back, children }: RoundOverProps): ReactElement {
  const t = useTranslations('play');
  const hud = useTranslations('hud');
  const score = useRound(session.store, (state) => state.score);
  const result = useRound(session.store, (state) => state.result);
  const { best, isBeaten } = session.personalBest;
  const isWon = session.race !== null && score > session.race.replay.score;
  return (
    <Overlay title={title} isGuarded>
      {(isBeaten || isWon) && <Confetti />}
      <div>
        <p className="text-sm text-muted">{scoreLabel}</p>
        <p className="figure text-3xl sm:mt-1 sm:text-6xl">
          <CountUp value={score} show={(points) => hud('points', { points })} />
        </p>
        {isBeaten ? (
          <p className="animate-[bump_200ms_var(--ease-out)_150ms_backwards] mt-1 sm:mt-2 inline-flex items-center gap-1.5 rounded-full bg-good px-3 py-0.5 text-sm font-semibold text-ink">
            <Icon name="star" className="size-4" />
            {t('bestBeaten')}
          </p>
        ) : (
          best !== null && <p className="mt-1 text-sm text-muted">{t('bestToBeat', { score: best })}</p>
        )}
        {session.race !== null && <RaceResult race={session.race} score={score} />}
      </div>
      <div className="text-sm sm:text-base">{children}</div>
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="action action-primary" onClick={session.start}>
          {t('playAgain')}
        </button>
        <Link href={back.path} className="action action-quiet">
          {back.text}
        </Link>
      </div>
      {result !== null && (
        <div className="flex flex-wrap justify-center gap-x-2">
          <LazyPart>
            <ResultLinks replayText={result.replayText} />
          </LazyPart>
        </div>
      )}
    </Overlay>
  );
}
