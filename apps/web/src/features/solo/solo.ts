import { arena } from '@popfray/engine';
import { CALLS, type FailureCode, type Ticket, type VerifiedRound } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { account } from '../../data/account/account.ts';
import { recordGame, refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../../data/api/retry.ts';
import { removePendingRound, savePendingRound, readPendingRound, type PendingRound } from './pending-round.ts';

/** State of the player's paid round. */
export type SoloState =
  /** No round has started. */
  | { readonly step: 'ready' }
  /** A ticket was requested. */
  | { readonly step: 'opening' }
  /** The ticket was refused, with the code; null when the server did not answer. */
  | { readonly step: 'refused'; readonly code: FailureCode | 'outdated' | null }
  | { readonly step: 'playing'; readonly ticket: Ticket; /** Address of its player. */ readonly address: string }
  /** Finished, and not acknowledged by the server. */
  | {
      readonly step: 'checking';
      readonly kept: PendingRound;
      /** Number of attempts in a row without an answer. */
      readonly failures: number;
      readonly isSignedOut: boolean;
    }
  /** The server has replayed it. */
  | { readonly step: 'settled'; readonly round: VerifiedRound }
  /** The server has rejected it. */
  | { readonly step: 'void'; readonly kept: PendingRound; readonly code: FailureCode };

/** Store of the player's only paid round. It exists independently of the screen, so that a round is submitted wherever the player is. */
export const solo = createStore<SoloState>(() => ({ step: 'ready' }));

const setState = (state: SoloState): void => solo.setState(state, true);

/** Current terms of a paid round. */
export const soloTermsQuery = (address: string) =>
  queryOptions({
    queryKey: ['solo-terms', address],
    queryFn: ({ signal }) => callApi(CALLS.getSoloTerms, { signal }),
  });

/** Requests a ticket. Returns null when there is none; the state has the reason. Does nothing while a round is running or being submitted. */
export async function openTicket(): Promise<Ticket | null> {
  const { step } = solo.getState();
  const address = account.getState().player?.address;
  if (step === 'opening' || step === 'playing' || step === 'checking' || address === undefined) return null;
  setState({ step: 'opening' });
  try {
    const ticket = await callApi(CALLS.createTicket, { body: {} });
    if (ticket.rulesId !== arena.id || ticket.rulesVersion !== arena.version) {
      setState({ step: 'refused', code: 'outdated' });
      return null;
    }
    setState({ step: 'playing', ticket, address });
    return ticket;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    setState({ step: 'refused', code: error.code });
    return null;
  }
}

/** Rejects a ticket with upgrades or rules that this version of the page does not know. */
export const rejectTicket = (): void => setState({ step: 'refused', code: 'outdated' });

/** Abandons the running round. */
export function abandonRound(): void {
  if (solo.getState().step === 'playing') setState({ step: 'ready' });
}

/** Resets the state after a round, so that the next one can start. */
export function clearSolo(): void {
  const { step } = solo.getState();
  if (step === 'settled' || step === 'void' || step === 'refused') setState({ step: 'ready' });
}

/** Stores a finished round and submits it. */
export async function finishRound(kept: PendingRound): Promise<void> {
  savePendingRound(kept);
  await submitRound(kept);
}

/** Submits a pending round of an earlier visit or of an ended sign-in. Does nothing without one. */
export async function submitPendingRound(): Promise<void> {
  const state = solo.getState();
  const isFree = state.step === 'ready' || (state.step === 'checking' && state.isSignedOut);
  const address = account.getState().player?.address;
  const kept = address === undefined ? null : readPendingRound(address);
  if (isFree && kept !== null) await submitRound(kept);
}

/** Submits a round until the server has accepted or finally refused it. */
async function submitRound(kept: PendingRound): Promise<void> {
  for (let failures = 0; ; failures++) {
    const isSignedOut = account.getState().player?.address !== kept.address;
    setState({ step: 'checking', kept, failures, isSignedOut });
    // The next sign-in starts the submission again.
    if (isSignedOut) return;
    try {
      await handleResult(kept, await finishTicket(kept));
      return;
    } catch (error) {
      const code = permanentFailureOf(error);
      if (code === null) {
        await waitForRetry(retryDelayMs(failures));
      } else if (code !== 'ERR_SIGNED_OUT') {
        removePendingRound(kept);
        setState({ step: 'void', kept, code });
        return;
      }
    }
  }
}

/** The server's result of a round. If an earlier answer was lost, the result is read again: the round's id is the ticket's. */
async function finishTicket({ ticketId, replay }: PendingRound): Promise<VerifiedRound> {
  const params = { id: ticketId };
  try {
    return await callApi(CALLS.finishTicket, { params, body: { replay } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_TICKET_USED') return callApi(CALLS.getRound, { params });
    throw error;
  }
}

async function handleResult(kept: PendingRound, round: VerifiedRound): Promise<void> {
  removePendingRound(kept);
  const { address } = kept;
  // Fetch the terms first, so that the next round shows what is left.
  await Promise.all([
    queryClient.query({ ...soloTermsQuery(address), staleTime: 0 }).catch(() => undefined),
    ...['ledger', 'rounds'].map((key) => queryClient.invalidateQueries({ queryKey: [key, address] })),
  ]);
  setState({ step: 'settled', round });
  await Promise.all([recordGame({ score: round.score, category: 'trx-classic', address }), refreshPlayer()]);
}
