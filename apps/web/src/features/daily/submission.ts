import { DAILY_CALLS, type DailyVerdict, type FailureCode } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';
import { account } from '../../data/account/account.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../../data/api/retry.ts';
import { DAILY_KEY } from './board.ts';
import { dailyGuest, saveDailyGuest } from './guest.ts';
import { removePendingDaily, savePendingDaily, readPendingDaily, type PendingDaily } from './pending-round.ts';

/** State of the submission of the last finished round. */
export type SubmissionState =
  | { readonly step: 'none' }
  /** Not better than the round on the board, or without points. */
  | { readonly step: 'below'; readonly best: number }
  | { readonly step: 'sending'; /** Number of attempts in a row without an answer. */ readonly failures: number }
  | { readonly step: 'judged'; readonly verdict: DailyVerdict }
  | { readonly step: 'refused'; readonly code: FailureCode };

/** Store of the submission. It continues when the screen is left. */
export const submission = createStore<SubmissionState>(() => ({ step: 'none' }));

const setState = (state: SubmissionState): void => submission.setState(state, true);

/** Whether a submission is in progress. Only the best round is pending, so there is at most one. */
let isSubmitting = false;

/** Submits a finished round if it is better than the best known one of the day. */
export async function submitDaily(round: PendingDaily, best: number): Promise<void> {
  if (round.score <= best) {
    setState({ step: 'below', best });
    return;
  }
  savePendingDaily(round);
  await submitPendingDaily();
}

/** Submits the pending round until the server has accepted or finally refused it. Does nothing without one. */
export async function submitPendingDaily(): Promise<void> {
  if (isSubmitting) return;
  isSubmitting = true;
  try {
    let failures = 0;
    for (let kept = readPendingDaily(); kept !== null; kept = readPendingDaily()) {
      setState({ step: 'sending', failures });
      if (await send(kept)) failures = 0;
      else await waitForRetry(retryDelayMs(failures++));
    }
  } finally {
    isSubmitting = false;
  }
}

/** Sends a round once. Returns whether the server has accepted or refused it. */
async function send(kept: PendingDaily): Promise<boolean> {
  const { date, replay } = kept;
  const guest = account.getState().player === null ? dailyGuest() : null;
  try {
    const guestPart = guest === null ? {} : { guest: { secret: guest.secret, name: guest.name } };
    const verdict = await callApi(DAILY_CALLS.finishDaily, { body: { date, replay, ...guestPart } });
    removePendingDaily(kept);
    if (guest !== null && verdict.guest !== null) saveDailyGuest({ ...dailyGuest(), id: verdict.guest });
    setState({ step: 'judged', verdict });
    await queryClient.invalidateQueries({ queryKey: [DAILY_KEY] });
  } catch (error) {
    const code = permanentFailureOf(error);
    if (code === null) return false;
    removePendingDaily(kept);
    setState({ step: 'refused', code });
  }
  return true;
}

/** Resets the state when another round starts. */
export function clearSubmission(): void {
  if (!isSubmitting) setState({ step: 'none' });
}
