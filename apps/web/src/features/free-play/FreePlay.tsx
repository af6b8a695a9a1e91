import { freePlay } from '@popfray/engine';
import { useRound, type RoundStore } from '@popfray/react';
import { useEffect, useEffectEvent, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation, useSearch } from 'wouter';
import { usePracticeSession, useShownPhase, type PracticeSession } from '../play/index.ts';
import { PlayScreen, RoundEnd, RoundPaused, RoundReady } from '../play-screen/index.ts';
import { PATHS, PLAY_NOW } from '../../data/paths.ts';

/** Practice without a wallet and without rewards. */
export function FreePlay({
  store,
}: {
  /** A store provided by the caller. */ readonly store?: RoundStore;
}): ReactElement {
  const t = useTranslations('freePlay');
  const session = usePracticeSession(freePlay, { store });
  useStartNow(session);
  return (
    <PlayScreen
      session={session}
      practice={session}
      name={t('title')}
      note={t('note')}
      hint={t('hint')}
      overlays={<FreePlayOverlay session={session} />}
    />
  );
}

function FreePlayOverlay({ session }: { readonly session: PracticeSession }): ReactElement | null {
  const t = useTranslations('freePlay');
  const play = useTranslations('play');
  const hud = useTranslations('hud');
  const phase = useShownPhase(session.store);
  const popped = useRound(session.store, (state) => state.popped);
  if (phase === 'idle') {
    return <RoundReady session={session} title={t('readyTitle')} text={t('readyText')} action={t('start')} />;
  }
  if (phase === 'paused') return <RoundPaused session={session} />;
  if (phase === 'over') {
    return (
      <RoundEnd
        session={session}
        title={t('overTitle')}
        scoreLabel={t('finalScore')}
        back={{ path: PATHS.home, text: play('backToHome') }}
      >
        <dl className="flex items-baseline gap-2">
          <dt className="text-muted">{t('popped')}</dt>
          <dd className="figure">{hud('points', { points: popped })}</dd>
        </dl>
      </RoundEnd>
    );
  }
  return null;
}

/** Starts a round when the address says so, and removes that from the address: a reload shows the start button. */
function useStartNow({ start, store }: PracticeSession): void {
  const [path, navigate] = useLocation();
  const isWanted = new URLSearchParams(useSearch()).get(PLAY_NOW[0]) === PLAY_NOW[1];
  const begin = useEffectEvent(() => {
    navigate(path, { replace: true });
    if (store.getState().phase === 'idle') start();
  });
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
}
