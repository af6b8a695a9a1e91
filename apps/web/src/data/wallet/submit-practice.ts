import { MAX_PRACTICE_ROUNDS_A_DAY, PRACTICE_CALLS, type PracticeVerdict } from '@popfray/protocol';
import { removePendingPractice, pendingPractice } from '../account/pending-practice.ts';
import { savePlayerProfile } from '../account/profile.ts';
import { account } from '../account/state.ts';
import { callApi } from '../api/call-api.ts';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../api/retry.ts';
import { walletToasts } from './toasts.ts';

/** Replay of the round that finished last on this page: only that round gets a toast. */
let latest: string | null = null;

/** Whether a submission is in progress. */
let isBusy = false;

/**
 * Submits the stored practice rounds of the signed-in player, the newest first, until the server has acknowledged or refused each.
 * `finished` is the replay of a round that has just ended.
 */
export async function submitPractice(finished?: string): Promise<void> {
  latest = finished ?? latest;
  if (isBusy) return;
  isBusy = true;
  try {
    for (let failures = 0; ;) {
      const address = account.getState().player?.address;
      const replay = address === undefined ? undefined : pendingPractice(address).at(-1);
      if (address === undefined || replay === undefined) return;
      const progress = await submitRound(address, replay);
      if (progress === 'stopped') return;
      if (progress === 'done') failures = 0;
      else await waitForRetry(retryDelayMs(failures++));
    }
  } finally {
    isBusy = false;
  }
}

/** `done`: the server has acknowledged or refused the round; `failed`: retry later; `stopped`: the player is not signed in. */
async function submitRound(address: string, replay: string): Promise<'done' | 'failed' | 'stopped'> {
  try {
    const { outcome, score, player } = await callApi(PRACTICE_CALLS.finishPractice, { body: { address, replay } });
    removePendingPractice(address, replay);
    if (account.getState().player?.address !== address) return 'done';
    savePlayerProfile(player);
    account.setState({ player });
    if (replay === latest) showOutcome(outcome, score);
    return 'done';
  } catch (error) {
    const code = permanentFailureOf(error);
    if (code === null) return 'failed';
    if (code === 'ERR_SIGNED_OUT' || code === 'ERR_ADDRESS_OTHER') return 'stopped';
    removePendingPractice(address, replay);
    return 'done';
  }
}

function showOutcome(outcome: PracticeVerdict['outcome'], score: number): void {
  if (outcome === 'limit') walletToasts.gameLimit(score, MAX_PRACTICE_ROUNDS_A_DAY);
  else walletToasts.game(score);
}
