import type { FailureCode } from '@popfray/protocol';
import { AskError } from './ask-error.ts';
import { reach } from './reach.ts';

/** Most ms between two tries. */
const LONGEST_MS = 20_000;

/** ms until something that has to arrive is sent again, after some failures in a row. */
export const retryMs = (failures: number): number => Math.min(1_000 * 2 ** Math.min(failures, 10), LONGEST_MS);

/** Why a call will never succeed; null when it may, made again. Throws what is no failed call: that is a bug. */
export function refusalOf(error: unknown): FailureCode | null {
  if (!(error instanceof AskError)) throw error;
  const isPassing = error.code === 'ERR_RATE' || error.status >= 500;
  return isPassing ? null : error.code;
}

/** Waits some ms, or until the server is known to be back. */
export function untilNextTry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(go, ms);
    const stop = reach.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach === 'offline') go();
    });
  });
}
