import { Confetti, CountUp, ResultLinks } from '../results/index.ts';
import { freePlay } from '@popfray/engine';
import { createRoundStore, useRound, type RoundStore } from '@popfray/react';
import type { DailyBoard } from '@popfray/protocol';
import { useCallback, useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Redirect } from 'wouter';
import {
  START_COUNTDOWN_MS,
  useGameRecord,
  Overlay,
  usePersonalBest,
  useShownPhase,
  type PlaySession,
} from '../play/index.ts';
import { LazyPart } from '../errors/index.ts';
import { PlayScreen } from '../play-screen/index.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { InstallOffer } from '../offline/index.ts';
import { clearSubmission, submitDaily } from './submission.ts';
import { SubmissionStatus } from './SubmissionStatus.tsx';

type Today = DailyBoard['today'];

/** Daily rounds have a separate personal best, because every player has the same bubbles. */
const DAILY_BEST = 'daily';

/** The field of the daily round: the same seed on each attempt, never paused; the best round is submitted. */
export function DailyRound({
  today,
  isPast,
  store: given,
}: {
  readonly today: Today;
  /** Whether that day is over while the next day's seed has not been fetched. */
  readonly isPast: boolean;
  readonly store?: RoundStore;
}): ReactElement {
  const t = useTranslations('daily.round');
  const daily = useTranslations('daily');
  const leave = useTranslations('daily.leave');
  const session = useDailySession(today, given);
  const phase = useRound(session.store, (state) => state.phase);
  const shown = useShownPhase(session.store);
  if (isPast && phase === 'idle') return <Redirect to={PATHS.daily} replace />;
  return (
    <>
      <PlayScreen
        session={session}
        name={daily('title')}
        note={t('note')}
        hint={t('hint')}
        side={
          shown === 'over' ? (
            <InstallOffer />
          ) : (
            <Link href={PATHS.daily} className="action action-quiet">
              {t('toBoard')}
            </Link>
          )
        }
        overlays={shown === 'running' ? null : <DailyOverlay session={session} isPast={isPast} />}
      />
      <LeaveGuard
        isOn={phase === 'running'}
        words={{ title: leave('title'), text: leave('text'), stay: leave('stay'), leave: leave('leave') }}
      />
    </>
  );
}

/** Creates the session of daily rounds and submits each round when it ends. */
function useDailySession(today: Today, given: RoundStore | undefined): PlaySession {
  const [store] = useState(
    () => given ?? createRoundStore({ rules: freePlay, pausable: false, countdownMs: START_COUNTDOWN_MS }),
  );
  const personalBest = usePersonalBest(store, DAILY_BEST);
  useGameRecord(store);
  // A round that starts before midnight belongs to the day on which it started.
  const [played, setPlayed] = useState(today);
  const start = useCallback(() => {
    clearSubmission();
    setPlayed(today);
    store.start(today.seed);
  }, [store, today]);
  const finish = useEffectEvent((replay: string, score: number) => {
    const best = played.date === today.date ? (today.own?.score ?? 0) : (played.own?.score ?? 0);
    void submitDaily({ date: played.date, replay, score }, best);
  });
  useEffect(
    () =>
      store.subscribe(({ phase, result }, previous) => {
        if (phase === 'over' && previous.phase !== 'over' && result !== null) finish(result.replayText, result.score);
      }),
    [store],
  );
  // A round that is left starts from the beginning next time.
  useEffect(() => () => store.reset(), [store]);
  return { rules: freePlay, store, personalBest, start };
}

/** Overlay before and after a round. */
function DailyOverlay({ session, isPast }: { readonly session: PlaySession; readonly isPast: boolean }): ReactElement {
  const t = useTranslations('daily.round');
  const daily = useTranslations('daily');
  const hud = useTranslations('hud');
  const result = useRound(session.store, (state) => state.result);
  if (result === null) {
    return (
      <Overlay title={t('readyTitle')}>
        <p className="max-w-sm text-muted">{t('readyText')}</p>
        <button type="button" className="action action-primary min-h-13 px-8 text-lg" onClick={session.start}>
          <Icon name="play" />
          {t('start')}
        </button>
      </Overlay>
    );
  }
  return (
    <Overlay title={t('overTitle')} isGuarded>
      {session.personalBest.isBeaten && <Confetti />}
      <div>
        <p className="text-sm text-muted">{t('score')}</p>
        <p className="figure text-3xl sm:mt-1 sm:text-6xl">
          <CountUp value={result.score} show={(points) => hud('points', { points })} />
        </p>
      </div>
      <div role="status" className="max-w-lg text-sm sm:text-base">
        <SubmissionStatus />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {!isPast && (
          <button type="button" className="action action-primary" onClick={session.start}>
            {daily('again')}
          </button>
        )}
        <Link href={PATHS.daily} className="action action-quiet">
          {t('toBoard')}
        </Link>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        <LazyPart>
          <ResultLinks replayText={result.replayText} />
        </LazyPart>
      </div>
    </Overlay>
  );
}
