import type { ProtectionFailure } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';

/** A paid action that the server has refused to protect the player. A dialog explains it, and may solve it. */
export interface Refusal {
  readonly code: ProtectionFailure;
  /** When the refusal ends without an action of the player, epoch ms; null when it does not. */
  readonly until: number | null;
  /** Closes the dialog. `isSolved`: the player has done what the server asked for, so the action is worth another request. */
  readonly close: (isSolved: boolean) => void;
}

/** The refusal that is shown; null for none. */
export const refusals = createStore<{ readonly shown: Refusal | null }>(() => ({ shown: null }));

/** Shows a refusal and resolves with whether the player has solved it. While another one is shown, it resolves with false at once. */
export async function explainRefusal(code: ProtectionFailure, until: number | null): Promise<boolean> {
  if (refusals.getState().shown !== null) return false;
  return new Promise((resolve) => {
    const close = (isSolved: boolean): void => {
      refusals.setState({ shown: null });
      resolve(isSolved);
    };
    refusals.setState({ shown: { code, until, close } });
  });
}
