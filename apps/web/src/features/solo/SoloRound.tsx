import { useRound, type StreamedRoundStore } from '@popfray/react';
import { createBattleStore } from '@popfray/react/battle';
import { useCallback, useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { makeSocketUrl } from '../../data/game-socket/socket-url.ts';
import { ConnectionNotice, Overlay } from '../play/index.ts';
import { tabStorage } from './kept-round.ts';
import type { SoloSession } from './solo-session.ts';
import { enterRound, findRound, handleStanding, leaveRound, openRound, solo } from './solo.ts';
import { SoloOver } from './SoloOver.tsx';
import { SoloReady } from './SoloReady.tsx';

/** A paid round from its opening to the server's result. */
export function SoloRound({ session }: { readonly session: SoloSession }): ReactElement | null {
  const { store } = session;
  const phase = useRound(store, (state) => state.phase);
  const standing = useRound(store, (state) => state.standing);
  const step = useStore(solo, (state) => state.step);
  const begin = useSoloRound(store);
  if (session.lesson?.isShown === true) return null;
  const isPlaying = step === 'playing';
  if (isPlaying && standing === 'replaced') return <Replaced store={store} />;
  const isOver = step === 'asking' || step === 'settled' || step === 'void' || (isPlaying && standing === 'settling');
  if (isOver) return <SoloOver session={session} onAgain={begin} />;
  if (isPlaying && phase === 'running') return <ConnectionNotice store={store} />;
  return <SoloReady session={session} onStart={begin} />;
}

/**
 * Connects the store with the player's rounds while the screen is mounted, and returns to a round after a reload. Returns a function that requests
 * a round, or returns to the one that is open.
 */
function useSoloRound(store: StreamedRoundStore): () => void {
  const address = useAccount(({ player }) => player?.address ?? null);
  const visit = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    visit.current = controller;
    const stopSolo = solo.subscribe((state) => {
      if (state.step !== 'playing') return;
      const { id: sessionId, userId, token } = state.seat;
      const storage = tabStorage();
      store.play(
        createBattleStore({ socketUrl: makeSocketUrl(), sessionId, userId, token, ...(storage && { storage }) }),
      );
    });
    const stopStore = store.subscribe((state, previous) => {
      if (state.standing === previous.standing) return;
      const handled = handleStanding(state, state.result?.replayText ?? null, controller.signal);
      // Such a round is not shown any more.
      if (state.standing === 'refused' || state.standing === 'distrusted') store.reset();
      // The connection is kept until the server has settled the round: it repeats the message after an outage.
      if (state.standing === 'left') void handled.then(() => !controller.signal.aborted && store.reset());
    });
    return () => {
      controller.abort();
      stopSolo();
      stopStore();
      store.reset();
      leaveRound();
    };
  }, [store]);

  useEffect(() => {
    const controller = visit.current;
    if (address !== null && controller !== null) void findRound(address, controller.signal);
  }, [address]);

  return useCallback(() => {
    const state = solo.getState();
    store.reset();
    if (state.step === 'ready' && state.open !== null) enterRound(state.open);
    else if (visit.current !== null) void openRound(visit.current.signal);
  }, [store]);
}

/** The round is played in another tab or on another device. */
function Replaced({ store }: { readonly store: StreamedRoundStore }): ReactElement {
  const t = useTranslations('solo');
  const connection = useTranslations('connection');
  return (
    <Overlay title={connection('replacedTitle')}>
      <p className="max-w-md text-sm sm:text-base">{t('replacedText')}</p>
      <button type="button" className="action action-primary" onClick={() => store.reopen()}>
        {connection('playHere')}
      </button>
    </Overlay>
  );
}
