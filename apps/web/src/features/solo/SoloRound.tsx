import type { UpgradeId } from '@popfray/engine';
import { useRound, type RoundStore } from '@popfray/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import type { PlaySession } from '../play/index.ts';
import { abandonRound, clearSolo, finishRound, openTicket, rejectTicket, submitPendingRound, solo } from './solo.ts';
import { SoloOver } from './SoloOver.tsx';
import { SoloReady } from './SoloReady.tsx';

/** Update interval of a round on a hidden page, where browsers draw no frames, ms. */
const HIDDEN_UPDATE_MS = 1_000;

/** A paid round from the ticket to the server's result. */
export function SoloRound({ session }: { readonly session: PlaySession }): ReactElement | null {
  const { store } = session;
  const phase = useRound(store, (state) => state.phase);
  const step = useStore(solo, (state) => state.step);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    // A finished round of the store belongs to an earlier visit.
    abandonRound();
    return () => {
      isShown.current = false;
    };
  }, []);
  useRoundSubmission(store);

  const start = async (): Promise<void> => {
    clearSolo();
    const ticket = await openTicket();
    if (ticket === null) return;
    if (!isShown.current) {
      abandonRound();
      return;
    }
    // The engine rejects a loadout that this version does not know.
    const started = store.start(ticket.seed, ticket.loadout as readonly UpgradeId[]);
    if (!started.ok) rejectTicket();
  };

  const begin = (): void => void start();
  if (phase === 'running' || session.lesson?.isShown === true) return null;
  const isOver = step === 'checking' || step === 'settled' || step === 'void';
  if (isOver) return <SoloOver session={session} onAgain={begin} />;
  return <SoloReady session={session} onStart={begin} />;
}

/** Submits each finished round, advances the round on a hidden page, and submits a pending round of an earlier visit. */
function useRoundSubmission(store: RoundStore): void {
  const address = useAccount(({ player }) => player?.address ?? null);
  useEffect(() => {
    if (address !== null) void submitPendingRound();
  }, [address]);

  useEffect(() => {
    const stop = store.subscribe((state, previous) => {
      const current = solo.getState();
      if (state.phase !== 'over' || previous.phase === 'over' || current.step !== 'playing') return;
      if (state.result === null) throw new Error('A round that is over has no result.');
      const { score, earnedSun, replayText } = state.result;
      const { ticket, address: player } = current;
      void finishRound({ ticketId: ticket.id, address: player, replay: replayText, score, earnedSun });
    });
    const timer = setInterval(() => {
      if (document.hidden) store.frame(performance.now());
    }, HIDDEN_UPDATE_MS);
    return () => {
      stop();
      clearInterval(timer);
      abandonRound();
    };
  }, [store]);

  // A round that is left starts from the beginning next time.
  useEffect(
    () => () => {
      store.reset();
      clearSolo();
    },
    [store],
  );
}
