import { foldEffects, RULES } from '@popfray/engine';
import { ROUND_CALLS, type FailureCode, type OwnRound, type SoloSeat } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { BattleFault, BattlePhase } from '@popfray/react/battle';
import { queryOptions } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { recordGame, refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../../data/api/retry.ts';
import { forgetRound, keepRound, readKeptRound } from './kept-round.ts';

/** The result of a round as it is shown. */
export interface SoloResult extends Pick<
  OwnRound,
  'id' | 'score' | 'earnedSun' | 'creditedSun' | 'status' | 'cutBy' | 'reasons'
> {
  /** Undefined when the round has just ended. */
  readonly playedAt?: number;
  /** The replay as base64url text; null where this page does not have the one that counts. */
  readonly replay: string | null;
}

/** State of the player's paid round. */
export type SoloState =
  /** This page plays no round. `open`: a round of the player that still runs, from another tab or an earlier visit. */
  | { readonly step: 'ready'; readonly open: SoloSeat | null }
  /** A round was requested. */
  | { readonly step: 'opening' }
  /** The request was refused, with the code; null when the server did not answer. */
  | { readonly step: 'refused'; readonly code: FailureCode | 'outdated' | null }
  /** The page has entered the round. Its state is in the round's store. */
  | { readonly step: 'playing'; readonly seat: SoloSeat }
  /** It is over, and the page asks for its result. */
  | { readonly step: 'asking'; readonly failures: number }
  /** The server has settled it. */
  | { readonly step: 'settled'; readonly result: SoloResult }
  /** The round does not count, or this page does not accept it. `cause`: the server's violation of the protocol, or who has cancelled the round. */
  | { readonly step: 'void'; readonly cause: BattleFault | 'server' | 'player' };

/** Interval at which the page asks whether a round that was given up is settled, ms. The server settles it within a few turns of its loop. */
const SETTLEMENT_POLL_MS = 500;

const READY: SoloState = { step: 'ready', open: null };

/** Store of the player's paid round on this page. */
export const solo = createStore<SoloState>(() => READY);

const setState = (state: SoloState): void => solo.setState(state, true);

/** Current terms of a paid round. */
export const soloTermsQuery = (address: string) =>
  queryOptions({
    queryKey: ['solo-terms', address],
    queryFn: ({ signal }) => callApi(ROUND_CALLS.getSoloTerms, { signal }),
  });

/** Whether this version of the page can play a round: it knows its rules and upgrades. */
function isPlayable({ rulesId, rulesVersion, loadout }: SoloSeat): boolean {
  return RULES.some(({ id, version }) => id === rulesId && version === rulesVersion) && foldEffects(loadout).ok;
}

/** Enters a round: the page connects to it, and returns to it after a reload. */
export function enterRound(seat: SoloSeat): void {
  if (!isPlayable(seat)) {
    setState({ step: 'refused', code: 'outdated' });
    return;
  }
  keepRound(seat.userId, seat.id);
  setState({ step: 'playing', seat });
}

/** Requests a round, and enters it unless the page has left meanwhile. Does nothing while one is requested or played. */
export async function openRound(signal: AbortSignal): Promise<void> {
  const { step } = solo.getState();
  if (step === 'opening' || step === 'playing' || step === 'asking') return;
  setState({ step: 'opening' });
  try {
    const seat = await callApi(ROUND_CALLS.openSoloRound, { body: {} });
    if (!signal.aborted) enterRound(seat);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!signal.aborted) setState({ step: 'refused', code: error.code });
  }
}

/**
 * Looks for an earlier round of the player: enters the one that this tab has played before a reload, offers another one that is open, and shows
 * the result of one that has ended meanwhile. Repeats the question until the server answers, as long as no round is requested.
 */
export async function findRound(address: string, signal: AbortSignal): Promise<void> {
  if (solo.getState().step !== 'ready') return;
  const kept = readKeptRound(address);
  for (let failures = 0; ; failures++) {
    try {
      const { round } = await callApi(ROUND_CALLS.getOpenSoloRound, { signal });
      if (signal.aborted || solo.getState().step !== 'ready') return;
      if (round === null) await (kept === null ? undefined : findResult(kept, address, signal));
      else if (round.id === kept) enterRound(round);
      else setState({ step: 'ready', open: round });
      return;
    } catch (error) {
      if (signal.aborted || permanentFailureOf(error) !== null) return;
      await waitForRetry(retryDelayMs(failures));
      if (signal.aborted || solo.getState().step !== 'ready') return;
    }
  }
}

/**
 * Asks for the result of a round until the server answers. A round that the server does not have was called off: by `canceller`.
 */
async function findResult(
  id: string,
  address: string,
  signal: AbortSignal,
  canceller: 'server' | 'player' = 'server',
): Promise<void> {
  for (let failures = 0; ; failures++) {
    setState({ step: 'asking', failures });
    try {
      const round = await callApi(ROUND_CALLS.getRound, { params: { id }, signal });
      if (!signal.aborted) await settle(round, address);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (permanentFailureOf(error) !== null) {
        forgetRound(address);
        setState({ step: 'void', cause: canceller });
        return;
      }
      await waitForRetry(retryDelayMs(failures));
      if (signal.aborted) return;
    }
  }
}

/**
 * Waits until the server has settled a round that its player has given up, then asks for its result. Until then the server has neither a result nor
 * called the round off.
 */
async function findGivenUpResult(id: string, address: string, signal: AbortSignal): Promise<void> {
  for (let failures = 0; ;) {
    setState({ step: 'asking', failures });
    try {
      const { round } = await callApi(ROUND_CALLS.getOpenSoloRound, { signal });
      failures = 0;
      if (round?.id !== id) break;
    } catch (error) {
      if (signal.aborted || permanentFailureOf(error) !== null) break;
      failures++;
    }
    await waitForRetry(failures === 0 ? SETTLEMENT_POLL_MS : retryDelayMs(failures - 1));
    if (signal.aborted) return;
  }
  if (!signal.aborted) await findResult(id, address, signal, 'player');
}

/** Handles a change of the round on the server. `replay`: that of the page; null unless the server has the same score. */
export async function handleStanding(
  { standing, verdict, fault }: Standing,
  replay: string | null,
  signal: AbortSignal,
): Promise<void> {
  const state = solo.getState();
  if (state.step !== 'playing') return;
  const { id, userId } = state.seat;
  if (standing === 'over' && verdict !== null) {
    const [own] = verdict.results;
    if (verdict.outcome === 'cancelled' || own === undefined) {
      forgetRound(userId);
      setState({ step: 'void', cause: 'server' });
    } else if (verdict.solo === undefined) await findResult(id, userId, signal);
    else await settle({ id, score: own.score, ...verdict.solo, replay }, userId);
  } else if (standing === 'refused') {
    if (fault === 'ERR_RULES') setState({ step: 'refused', code: 'outdated' });
    else await findResult(id, userId, signal);
  } else if (standing === 'left') {
    await findGivenUpResult(id, userId, signal);
  } else if (standing === 'distrusted') {
    forgetRound(userId);
    setState({ step: 'void', cause: fault ?? 'server' });
  }
}

interface Standing {
  readonly standing: BattlePhase | null;
  readonly verdict: BattleOver | null;
  readonly fault: BattleFault | null;
}

/** Leaves the round, which continues on the server. */
export function leaveRound(): void {
  setState(READY);
}

async function settle(result: SoloResult, address: string): Promise<void> {
  forgetRound(address);
  setState({ step: 'settled', result });
  await Promise.all([
    // The next overlay shows the remaining amounts.
    queryClient.query({ ...soloTermsQuery(address), staleTime: 0 }).catch(() => undefined),
    ...['ledger', 'rounds'].map((key) => queryClient.invalidateQueries({ queryKey: [key, address] })),
    recordGame({ score: result.score, category: 'trx-classic', address }),
  ]);
  await refreshPlayer();
}
