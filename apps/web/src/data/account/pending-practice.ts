import { writeText, readText } from '../storage/storage.ts';

/** Maximum number of rounds stored per player while the server is unreachable; the oldest are dropped first. */
export const MAX_PENDING_PRACTICE = 10;

/** Longest replay text that the server accepts, characters. */
const MAX_TEXT = 90_000;

/** Storage key of a player's rounds. It contains the format version: a new format gets a new key. */
const keyOf = (address: string): string => `popfray.practice.v1.${address}`;

/** Replays of a player's practice rounds that the server has not acknowledged, oldest first. */
export function pendingPractice(address: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readText(keyOf(address)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isReplay).slice(-MAX_PENDING_PRACTICE) : [];
  } catch {
    return [];
  }
}

/** Stores a player's practice round until the server has acknowledged it. */
export const addPendingPractice = (address: string, replay: string): void =>
  write(
    address,
    [...pendingPractice(address).filter((stored) => stored !== replay), replay].slice(-MAX_PENDING_PRACTICE),
  );

/** Removes a practice round that the server has acknowledged or will never accept. */
export const removePendingPractice = (address: string, replay: string): void =>
  write(
    address,
    pendingPractice(address).filter((stored) => stored !== replay),
  );

const write = (address: string, replays: readonly string[]): void =>
  writeText(keyOf(address), replays.length === 0 ? null : JSON.stringify(replays));

const isReplay = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
