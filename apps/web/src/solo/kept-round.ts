import { MAX_REPLAY_BYTES } from '@popfray/engine';
import { keepText, readText } from '../account/storage.ts';

/** The key of a player's round. It names its version: another shape gets another key. */
const keyOf = (address: string): string => `popfray.solo.v1.${address}`;

/** Longest replay text: base64url of the engine's most bytes. */
const MAX_TEXT = Math.ceil((MAX_REPLAY_BYTES * 4) / 3);

/** A finished paid round that the server has not acknowledged. */
export interface KeptRound {
  readonly ticketId: string;
  /** Who played it. */
  readonly address: string;
  /** The replay as base64url text. */
  readonly replay: string;
  readonly score: number;
  /** What the rules give, in sun: the page's own figure until the server has played it again. */
  readonly earnedSun: number;
}

/** Keeps a finished round until the server has acknowledged it, over a reload and a closed tab. */
export const keepRound = (round: KeptRound): void => keepText(keyOf(round.address), JSON.stringify(round));

/** The round of a player that the server has not acknowledged; null when there is none, or nothing readable. */
export function keptRound(address: string): KeptRound | null {
  try {
    const kept: unknown = JSON.parse(readText(keyOf(address)) ?? 'null');
    return isKeptRound(kept) && kept.address === address ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets a kept round: the server has it, or will never take it. */
export function dropRound({ address, ticketId }: KeptRound): void {
  if (keptRound(address)?.ticketId === ticketId) keepText(keyOf(address), null);
}

function isKeptRound(kept: unknown): kept is KeptRound {
  if (typeof kept !== 'object' || kept === null) return false;
  const { ticketId, address, replay, score, earnedSun } = kept as Partial<Record<keyof KeptRound, unknown>>;
  return (
    typeof ticketId === 'string' &&
    typeof address === 'string' &&
    typeof replay === 'string' &&
    replay.length <= MAX_TEXT &&
    Number.isSafeInteger(score) &&
    Number.isSafeInteger(earnedSun)
  );
}
