import { CALLS, type PracticeVerdict } from '@popfray/protocol';
import { dropPractice, keptPractice } from '../account/kept-practice.ts';
import { mirrorPlayer } from '../account/profile.ts';
import { account } from '../account/state.ts';
import { ask } from '../api/ask.ts';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';
import { say } from './say.ts';

/** The round that was finished last on this page: only that one has a toast. */
let latest: string | null = null;

/** Whether rounds are being handed in. */
let isBusy = false;

/**
 * Hands in the practice rounds that are kept for the signed-in player, the newest first, until the server has acknowledged each or has
 * refused it. `finished` is the replay of a round that has just ended.
 */
export async function handInPractice(finished?: string): Promise<void> {
  latest = finished ?? latest;
  if (isBusy) return;
  isBusy = true;
  try {
    for (let failures = 0; ;) {
      const address = account.getState().player?.address;
      const replay = address === undefined ? undefined : keptPractice(address).at(-1);
      if (address === undefined || replay === undefined) return;
      const progress = await handIn(address, replay);
      if (progress === 'stopped') return;
      if (progress === 'done') failures = 0;
      else await untilNextTry(retryMs(failures++));
    }
  } finally {
    isBusy = false;
  }
}

/** `done`: the server has acknowledged or refused a round; `failed`: try again; `stopped`: its player has to sign in first. */
async function handIn(address: string, replay: string): Promise<'done' | 'failed' | 'stopped'> {
  try {
    const { outcome, score, player } = await ask(CALLS.finishPractice, { body: { address, replay } });
    dropPractice(address, replay);
    if (account.getState().player?.address !== address) return 'done';
    mirrorPlayer(player);
    account.setState({ player });
    if (replay === latest) tell(outcome, score);
    return 'done';
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) return 'failed';
    if (code === 'ERR_SIGNED_OUT' || code === 'ERR_ADDRESS_OTHER') return 'stopped';
    dropPractice(address, replay);
    return 'done';
  }
}

function tell(outcome: PracticeVerdict['outcome'], score: number): void {
  if (outcome === 'limit') say.gameLimit(score);
  else say.game(score);
}
