import type { Rules } from '@popfray/engine';
import { useCallback, useState } from 'react';
import { useAccount } from '../../data/account/account.ts';
import { isFirstRound } from './personal-best.ts';
import { endTutorial } from './tutorial-due.ts';

/** The tutorial that is offered before a first round that is no practice. */
export interface FirstLesson {
  /** Whether to offer it: the player has no completed tutorial, no stored score and no counted game. */
  readonly isDue: boolean;
  /** Whether it is shown now. */
  readonly isShown: boolean;
  /** Shows it, and calls `start` at its end. */
  readonly begin: (start: () => void) => void;
  /** Ends it, completed or skipped. */
  readonly end: () => void;
}

/** The tutorial before rounds of these rules. */
export function useFirstLesson(rules: Rules): FirstLesson {
  const [next, setNext] = useState<(() => void) | null>(null);
  const isNewcomer = useAccount(({ player }) => player === null || player.gamesPlayed === 0);
  const begin = useCallback((start: () => void) => setNext(() => start), []);
  const end = useCallback(() => {
    endTutorial();
    setNext(null);
    next?.();
  }, [next]);
  return { isDue: isNewcomer && isFirstRound(rules), isShown: next !== null, begin, end };
}
