import { arena } from '@popfray/engine';
import { CALLS, type FailureCode, type Ticket, type VerifiedRound } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { account, recordGame, refreshPlayer } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';
import { dropRound, keepRound, keptRound, type KeptRound } from './kept-round.ts';

/** Where the player's paid round stands. */
export type SoloState =
  /** None has begun. */
  | { readonly step: 'ready' }
  /** A ticket has been asked for. */
  | { readonly step: 'opening' }
  /** There was no ticket, and why; null when the server did not answer. */
  | { readonly step: 'refused'; readonly code: FailureCode | 'outdated' | null }
  | { readonly step: 'playing'; readonly ticket: Ticket; /** Who plays it. */ readonly address: string }
  /** Played, and not yet acknowledged by the server. */
  | {
      readonly step: 'checking';
      readonly kept: KeptRound;
      /** Attempts in a row that the server did not answer. */
      readonly failures: number;
      readonly isSignedOut: boolean;
    }
  /** The server has played it again. */
  | { readonly step: 'settled'; readonly round: VerifiedRound }
  /** The server will not count it. */
  | { readonly step: 'void'; readonly kept: KeptRound; readonly code: FailureCode };

/** The player's one paid round at a time. It outlives the screen: a round is handed in wherever the player has gone. */
export const solo = createStore<SoloState>(() => ({ step: 'ready' }));

const enter = (state: SoloState): void => solo.setState(state, true);

/** What a paid round can earn now. */
export const soloTermsQuery = (address: string) =>
  queryOptions({
    queryKey: ['solo-terms', address],
    queryFn: ({ signal }) => ask(CALLS.getSoloTerms, { signal }),
  });

/** Asks for a ticket. Null when there is none; the state says why. Does nothing while a round is on or being handed in. */
export async function openTicket(): Promise<Ticket | null> {
  const { step } = solo.getState();
  const address = account.getState().player?.address;
  if (step === 'opening' || step === 'playing' || step === 'checking' || address === undefined) return null;
  enter({ step: 'opening' });
  try {
    const ticket = await ask(CALLS.createTicket, { body: {} });
    if (ticket.rulesId !== arena.id || ticket.rulesVersion !== arena.version) {
      enter({ step: 'refused', code: 'outdated' });
      return null;
    }
    enter({ step: 'playing', ticket, address });
    return ticket;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    enter({ step: 'refused', code: error.code });
    return null;
  }
}

/** The ticket cannot be played by this page: it knows other upgrades or rules. */
export const refuseTicket = (): void => enter({ step: 'refused', code: 'outdated' });

/** Gives the round being played up. */
export function abandonRound(): void {
  if (solo.getState().step === 'playing') enter({ step: 'ready' });
}

/** Forgets a round that is over, so that another can begin. */
export function clearSolo(): void {
  const { step } = solo.getState();
  if (step === 'settled' || step === 'void' || step === 'refused') enter({ step: 'ready' });
}

/** Keeps a finished round and hands it in. */
export async function finishRound(kept: KeptRound): Promise<void> {
  keepRound(kept);
  await handIn(kept);
}

/** Hands in what an earlier visit, or a sign-in that has ended, left behind. Does nothing when there is nothing. */
export async function resumeKept(): Promise<void> {
  const state = solo.getState();
  const isFree = state.step === 'ready' || (state.step === 'checking' && state.isSignedOut);
  const address = account.getState().player?.address;
  const kept = address === undefined ? null : keptRound(address);
  if (isFree && kept !== null) await handIn(kept);
}

/** Hands a round in until the server has it, or says that it never will. */
async function handIn(kept: KeptRound): Promise<void> {
  for (let failures = 0; ; failures++) {
    const isSignedOut = account.getState().player?.address !== kept.address;
    enter({ step: 'checking', kept, failures, isSignedOut });
    // Whoever signs in again starts this anew.
    if (isSignedOut) return;
    try {
      await settle(kept, await finishTicket(kept));
      return;
    } catch (error) {
      const code = refusalOf(error);
      if (code === null) {
        await untilNextTry(retryMs(failures));
      } else if (code !== 'ERR_SIGNED_OUT') {
        dropRound(kept);
        enter({ step: 'void', kept, code });
        return;
      }
    }
  }
}

/** The server's word on a round. An answer that was lost the first time is read again: the round's id is its ticket's. */
async function finishTicket({ ticketId, replay }: KeptRound): Promise<VerifiedRound> {
  const params = { id: ticketId };
  try {
    return await ask(CALLS.finishTicket, { params, body: { replay } });
  } catch (error) {
    if (error instanceof AskError && error.code === 'ERR_TICKET_USED') return ask(CALLS.getRound, { params });
    throw error;
  }
}

async function settle(kept: KeptRound, round: VerifiedRound): Promise<void> {
  dropRound(kept);
  const { address } = kept;
  // The terms first: they tell why a reward was cut.
  await Promise.all([
    queryClient.query({ ...soloTermsQuery(address), staleTime: 0 }).catch(() => undefined),
    ...['ledger', 'rounds'].map((key) => queryClient.invalidateQueries({ queryKey: [key, address] })),
  ]);
  enter({ step: 'settled', round });
  await Promise.all([recordGame({ score: round.score, category: 'trx-classic', address }), refreshPlayer()]);
}
