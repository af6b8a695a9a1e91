import { keepText, readText } from './storage.ts';

/** Most rounds kept for a player while the server is away; the oldest go first. */
export const MAX_KEPT_PRACTICE = 10;

/** Longest replay text, as the server takes it. */
const MAX_TEXT = 90_000;

/** The key of a player's rounds. It names its version: another shape gets another key. */
const keyOf = (address: string): string => `popfray.practice.v1.${address}`;

/** Replays of a player's practice rounds that the server has not acknowledged, the oldest first. */
export function keptPractice(address: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readText(keyOf(address)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isReplay).slice(-MAX_KEPT_PRACTICE) : [];
  } catch {
    return [];
  }
}

/** Keeps a practice round of a player until the server has acknowledged it. */
export const keepPractice = (address: string, replay: string): void =>
  write(address, [...keptPractice(address).filter((kept) => kept !== replay), replay].slice(-MAX_KEPT_PRACTICE));

/** Removes a practice round that the server has acknowledged or will never take. */
export const dropPractice = (address: string, replay: string): void =>
  write(
    address,
    keptPractice(address).filter((kept) => kept !== replay),
  );

const write = (address: string, replays: readonly string[]): void =>
  keepText(keyOf(address), replays.length === 0 ? null : JSON.stringify(replays));

const isReplay = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
