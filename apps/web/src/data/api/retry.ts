import type { FailureCode } from '@popfray/protocol';
import { ApiError } from './api-error.ts';
import { connectivity } from './connectivity.ts';

/** Longest delay between two attempts, ms. */
const LONGEST_MS = 20_000;

/** Delay before the next attempt after this many failures in a row, ms. */
export const retryDelayMs = (failures: number): number => Math.min(1_000 * 2 ** Math.min(failures, 10), LONGEST_MS);

/** The failure code when repeating the call cannot succeed; null when it may. Rethrows an error that is not a failed call: that is a bug. */
export function permanentFailureOf(error: unknown): FailureCode | null {
  if (!(error instanceof ApiError)) throw error;
  const isPassing = error.code === 'ERR_RATE' || error.status >= 500;
  return isPassing ? null : error.code;
}

/** Waits for a number of ms, or until the server is reachable again. */
export function waitForRetry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(go, ms);
    const stop = connectivity.subscribe((now, before) => {
      if (now.status === 'online' && before.status === 'offline') go();
    });
  });
}
