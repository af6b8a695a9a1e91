import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AskError } from '../api/ask-error.ts';
import { refreshDesk } from './queries.ts';

/** Something that the operator does, once however often it is pressed. */
export interface Act {
  readonly isBusy: boolean;
  /** Why it was not done; null when nothing went wrong. */
  readonly trouble: string | null;
  /** Whether no answer came, so that it may be done all the same. */
  readonly isLost: boolean;
  /** Does it. Whatever comes of it, the desk is read anew; `onDone` is called after that, when it is done. Never rejects but by a bug. */
  readonly run: (act: () => Promise<unknown>, onDone?: () => void) => Promise<void>;
}

/** An act of the desk, and what it has come to. */
export function useAct(): Act {
  const t = useTranslations('desk.act');
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const run = async (act: () => Promise<unknown>, onDone?: () => void): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setTrouble(null);
    setLost(false);
    const failure = await act().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    await refreshDesk();
    isRunning.current = false;
    setBusy(false);
    if (failure === null) onDone?.();
    else if (!(failure instanceof AskError)) throw failure;
    else {
      // An answer that never came says nothing about what was done.
      setLost(failure.status === 0);
      setTrouble(failure.status === 0 ? t('lost') : failure.message);
    }
  };
  return { isBusy, trouble, isLost, run };
}
