import type { RoundState, RoundStore } from '@popfray/react';
import { useEffect } from 'react';
import { submitPractice, recordGame } from '../../data/wallet/wallet-actions.ts';
import { addPendingPractice } from '../../data/account/pending-practice.ts';
import { account } from '../../data/account/state.ts';

/**
 * Adds each finished practice round to the player's statistics: the server counts a signed-in player's round after replaying it,
 * this browser counts a guest's. A round that was started by another player is not counted.
 */
export function useGameRecord(store: RoundStore): void {
  useEffect(() => {
    let startedBy: string | undefined;
    const record = ({ score, result }: RoundState): void => {
      const { guest, player } = account.getState();
      if (player !== null) {
        if (result === null || (startedBy !== undefined && startedBy !== player.address)) return;
        addPendingPractice(player.address, result.replayText);
        void submitPractice(result.replayText);
      } else if (guest !== null) void recordGame({ score, category: 'free-play', address: guest.address });
    };
    return store.subscribe((state, previous) => {
      const { phase } = state;
      if (phase === previous.phase) return;
      if (phase === 'running' && previous.phase !== 'paused') startedBy = account.getState().player?.address;
      else if (phase === 'over') record(state);
    });
  }, [store]);
}
