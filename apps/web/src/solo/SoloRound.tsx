import type { UpgradeId } from '@popfray/engine';
import { useRound, type RoundStore } from '@popfray/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useAccount } from '../account/account.ts';
import type { PlaySession } from '../play/play-session.ts';
import { abandonRound, clearSolo, finishRound, openTicket, refuseTicket, resumeKept, solo } from './solo.ts';
import { SoloOver } from './SoloOver.tsx';
import { SoloReady } from './SoloReady.tsx';

/** How often a round on a hidden page is brought up to the time, ms: browsers draw no frames there. */
const HIDDEN_MS = 1_000;

/** A paid round from its ticket to the server's word on it. */
export function SoloRound({ session }: { readonly session: PlaySession }): ReactElement | null {
  const { store } = session;
  const phase = useRound(store, (state) => state.phase);
  const step = useStore(solo, (state) => state.step);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    // What an earlier visit began and left is no round of this one.
    abandonRound();
    return () => {
      isShown.current = false;
    };
  }, []);
  useHandingIn(store);

  const start = async (): Promise<void> => {
    clearSolo();
    const ticket = await openTicket();
    if (ticket === null) return;
    if (!isShown.current) {
      abandonRound();
      return;
    }
    // The round itself refuses a loadout that this page does not know.
    const started = store.start(ticket.seed, ticket.loadout as readonly UpgradeId[]);
    if (!started.ok) refuseTicket();
  };

  if (phase === 'running') return null;
  const isOver = step === 'checking' || step === 'settled' || step === 'void';
  if (isOver) return <SoloOver session={session} onAgain={() => void start()} />;
  return <SoloReady onStart={() => void start()} />;
}

/** Hands each round in when it is over, keeps it going on a hidden page, and takes up what was left behind. */
function useHandingIn(store: RoundStore): void {
  const address = useAccount(({ player }) => player?.address ?? null);
  useEffect(() => {
    if (address !== null) void resumeKept();
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
    }, HIDDEN_MS);
    return () => {
      stop();
      clearInterval(timer);
      abandonRound();
    };
  }, [store]);

  // Going away from a round, and back to it, starts at its beginning.
  useEffect(
    () => () => {
      store.reset();
      clearSolo();
    },
    [store],
  );
}
