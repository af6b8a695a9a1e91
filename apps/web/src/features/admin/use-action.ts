import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../data/api/api-error.ts';
import { refreshDesk } from './queries.ts';

/** State of an operator action. It runs once, even if its button is clicked repeatedly. */
export interface ActionState {
  readonly isBusy: boolean;
  /** Error message; null without an error. */
  readonly error: string | null;
  /** Whether no answer was received, so that the action may have been executed. */
  readonly isLost: boolean;
  /** Runs the action. The desk is refreshed after success and failure; then `onDone` is called after success. Rejects only because of a bug. */
  readonly run: (act: () => Promise<unknown>, onDone?: () => void) => Promise<void>;
}

/** Creates the state of an operator action. */
export function useAction(): ActionState {
  const t = useTranslations('desk.act');
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const run = async (act: () => Promise<unknown>, onDone?: () => void): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    setLost(false);
    const failure = await act().then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
    );
    await refreshDesk();
    isRunning.current = false;
    setBusy(false);
    if (failure === null) onDone?.();
    else if (!(failure instanceof ApiError)) throw failure;
    else {
      // Without an answer it is unknown whether the action was executed.
      setLost(failure.status === 0);
      setError(failure.status === 0 ? t('lost') : failure.message);
    }
  };
  return { isBusy, error, isLost, run };
}
