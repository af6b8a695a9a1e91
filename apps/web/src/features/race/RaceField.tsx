import { useRound, type RoundStore } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SaveRound } from '../kept-rounds/index.ts';
import { Overlay, type PlaySession, type Race } from '../play/index.ts';
import { PlayScreen } from '../play-screen/index.ts';
import { Confetti, CountUp, ResultLinks } from '../results/index.ts';
import { LazyPart } from '../errors/index.ts';
import { RaceResult } from '../rivals/index.ts';
import { ChallengeButton } from '../share-card/index.ts';
import type { Challenge } from './challenge.ts';
import { useRaceSession } from './race-session.ts';

/** The field of a race, with the rival's field and score beside it. */
export function RaceField({
  challenge,
  store,
}: {
  readonly challenge: Challenge;
  readonly store: RoundStore | undefined;
}): ReactElement {
  const t = useTranslations('raceScreen');
  const { session, race } = useRaceSession(challenge, store);
  const phase = useRound(session.store, (state) => state.phase);
  const result = useRound(session.store, (state) => state.result);
  return (
    <PlayScreen
      session={session}
      race={race}
      name={t('screen')}
      note={t('note')}
      hint={t('hint')}
      side={result === null ? null : <SaveRound result={result} />}
      overlays={phase === 'running' ? null : <RaceOverlay session={session} race={race} />}
    />
  );
}

/** Overlay before and after the race. */
function RaceOverlay({ session, race }: { readonly session: PlaySession; readonly race: Race }): ReactElement {
  const t = useTranslations('raceScreen');
  const hud = useTranslations('hud');
  const result = useRound(session.store, (state) => state.result);
  const { score } = race.replay;
  const name = race.rival.name ?? null;
  if (result === null) {
    return (
      <Overlay title={name === null ? t('beat', { score }) : t('beatNamed', { score, name })}>
        <p className="max-w-sm text-muted">{t(race.replay.loadout.length > 0 ? 'rulesUpgrades' : 'rules')}</p>
        <button type="button" className="action action-primary min-h-13 px-8 text-lg" onClick={session.start}>
          <Icon name="play" />
          {t('start')}
        </button>
      </Overlay>
    );
  }
  const isWon = result.score > score;
  return (
    <Overlay title={t(isWon ? 'won' : result.score < score ? 'lost' : 'tied')} isGuarded>
      {isWon && <Confetti />}
      <dl className="flex flex-wrap items-end justify-center gap-x-10 gap-y-2">
        <div>
          <dt className="text-sm text-muted">{t('you')}</dt>
          <dd className="figure text-3xl sm:mt-1 sm:text-5xl">
            <CountUp value={result.score} show={(points) => hud('points', { points })} />
          </dd>
        </div>
        <div>
          <dt className="max-w-40 truncate text-sm text-muted">{name ?? t('rival')}</dt>
          <dd className="figure text-3xl text-muted sm:mt-1 sm:text-5xl">{hud('points', { points: score })}</dd>
        </div>
      </dl>
      <RaceResult race={race} score={result.score} />
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className="action action-primary" onClick={session.start}>
          {t('again')}
        </button>
        {result.score > 0 && <ChallengeButton replayText={result.replayText} score={result.score} isAnswer />}
        <Link href={PATHS.freePlay} className="action action-quiet">
          {t('normalRound')}
        </Link>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        <LazyPart>
          <ResultLinks replayText={result.replayText} isChallengeShown={false} />
        </LazyPart>
      </div>
    </Overlay>
  );
}
