import type { RoundStore } from '@popfray/react';
import { useEffect } from 'react';
import { recordGame } from './account.ts';
import { account } from './state.ts';

/** Adds each round of practice that a guest finishes to the guest's figures. */
export function useGameRecord(store: RoundStore): void {
  useEffect(
    () =>
      store.subscribe((state, previous) => {
        const { guest } = account.getState();
        if (guest === null || state.phase !== 'over' || previous.phase === 'over') return;
        void recordGame({ score: state.score, category: 'free-play', address: guest.address });
      }),
    [store],
  );
}
