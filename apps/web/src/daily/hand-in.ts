import { CALLS, type DailyVerdict, type FailureCode } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';
import { account } from '../account/account.ts';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';
import { DAILY_KEY } from './board.ts';
import { dailyGuest, keepDailyGuest } from './guest.ts';
import { dropDaily, keepDaily, keptDaily, type KeptDaily } from './kept-round.ts';

/** Where the round that was finished last stands. */
export type HandInState =
  | { readonly step: 'none' }
  /** It is no better than the one on the board, or has no points. */
  | { readonly step: 'below'; readonly best: number }
  | { readonly step: 'sending'; /** Attempts in a row that the server did not answer. */ readonly failures: number }
  | { readonly step: 'judged'; readonly verdict: DailyVerdict }
  | { readonly step: 'refused'; readonly code: FailureCode };

/** The round that is handed in. It outlives the screen. */
export const handIn = createStore<HandInState>(() => ({ step: 'none' }));

const enter = (state: HandInState): void => handIn.setState(state, true);

/** Whether somebody is at it already: there is one round to hand in at a time, the best. */
let isAtIt = false;

/** Hands a finished round in, if it is better than the best that is known of the day. */
export async function finishDaily(round: KeptDaily, best: number): Promise<void> {
  if (round.score <= best) {
    enter({ step: 'below', best });
    return;
  }
  keepDaily(round);
  await resumeDaily();
}

/** Hands in what is kept, until the server has it or says that it never will. Does nothing when there is nothing. */
export async function resumeDaily(): Promise<void> {
  if (isAtIt) return;
  isAtIt = true;
  try {
    let failures = 0;
    for (let kept = keptDaily(); kept !== null; kept = keptDaily()) {
      enter({ step: 'sending', failures });
      if (await send(kept)) failures = 0;
      else await untilNextTry(retryMs(failures++));
    }
  } finally {
    isAtIt = false;
  }
}

/** Whether the server has said what it thinks of a round. */
async function send(kept: KeptDaily): Promise<boolean> {
  const { date, replay } = kept;
  const guest = account.getState().player === null ? dailyGuest() : null;
  try {
    const said = guest === null ? {} : { guest: { secret: guest.secret, name: guest.name } };
    const verdict = await ask(CALLS.finishDaily, { body: { date, replay, ...said } });
    dropDaily(kept);
    if (guest !== null && verdict.guest !== null) keepDailyGuest({ ...dailyGuest(), id: verdict.guest });
    enter({ step: 'judged', verdict });
    await queryClient.invalidateQueries({ queryKey: [DAILY_KEY] });
  } catch (error) {
    const code = refusalOf(error);
    if (code === null) return false;
    dropDaily(kept);
    enter({ step: 'refused', code });
  }
  return true;
}

/** Forgets what became of the last round: another one begins. */
export function clearHandIn(): void {
  if (!isAtIt) enter({ step: 'none' });
}
