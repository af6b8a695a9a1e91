import { MAX_REPLAY_BYTES } from '@popfray/engine';
import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key of a player's round. It contains the format version: a new format gets a new key. */
const keyOf = (address: string): string => `popfray.solo.v1.${address}`;

/** Longest replay text, characters: base64url of the engine's largest replay. */
const MAX_TEXT = Math.ceil((MAX_REPLAY_BYTES * 4) / 3);

/** A finished paid round that the server has not acknowledged. */
export interface PendingRound {
  readonly ticketId: string;
  /** Address of its player. */
  readonly address: string;
  /** The replay as base64url text. */
  readonly replay: string;
  readonly score: number;
  /** Earnings by the rules, sun: calculated by this page until the server has replayed the round. */
  readonly earnedSun: number;
}

/** Stores a finished round until the server has acknowledged it. It survives a reload and a closed tab. */
export const savePendingRound = (round: PendingRound): void => writeText(keyOf(round.address), JSON.stringify(round));

/** A player's pending round; null when there is none or it is invalid. */
export function readPendingRound(address: string): PendingRound | null {
  try {
    const stored: unknown = JSON.parse(readText(keyOf(address)) ?? 'null');
    return isPendingRound(stored) && stored.address === address ? stored : null;
  } catch {
    return null;
  }
}

/** Removes a pending round that the server has accepted or finally refused. */
export function removePendingRound({ address, ticketId }: PendingRound): void {
  if (readPendingRound(address)?.ticketId === ticketId) writeText(keyOf(address), null);
}

function isPendingRound(stored: unknown): stored is PendingRound {
  if (typeof stored !== 'object' || stored === null) return false;
  const { ticketId, address, replay, score, earnedSun } = stored as Partial<Record<keyof PendingRound, unknown>>;
  return (
    typeof ticketId === 'string' &&
    typeof address === 'string' &&
    typeof replay === 'string' &&
    replay.length <= MAX_TEXT &&
    Number.isSafeInteger(score) &&
    Number.isSafeInteger(earnedSun)
  );
}
