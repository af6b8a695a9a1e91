import type { Player } from '@popfray/protocol';
import type { Guest } from './state.ts';
import { browserStorage, writeText, PROFILE_KEY, readText, type TextStorage } from '../storage/storage.ts';

/** Game modes that a profile can prefer. */
const MODES = ['cross-chain-battle', 'trx-classic', 'free-play'] as const;

/** A user profile as it is stored in this browser. SPEC section 3. */
export interface Profile {
  /** Of a player, or `guest_` and the creation time. */
  readonly address: string;
  /** At most 200 characters. */
  readonly username: string;
  /** Epoch ms. */
  readonly lastConnected: number;
  readonly gamesPlayed: number;
  readonly totalScore: number;
  readonly preferredGameMode: (typeof MODES)[number];
}

const ADDRESS = /^(?:T[1-9A-HJ-NP-Za-km-z]{33}|guest_\d{1,16})$/;
const MAX_NAME_LENGTH = 200;

/** Checks a profile and leaves out its other fields. Throws for what is none. It needs no zod, which a new guest would otherwise load as the first round starts. */
function parseProfile(value: unknown): Profile {
  const fields = (value ?? {}) as Readonly<Record<keyof Profile, unknown>>;
  const { address, username, lastConnected, gamesPlayed, totalScore } = fields;
  const preferredGameMode = MODES.find((mode) => mode === fields.preferredGameMode);
  if (typeof address !== 'string' || !ADDRESS.test(address)) throw new TypeError('no address');
  if (typeof username !== 'string' || username === '' || username.length > MAX_NAME_LENGTH)
    throw new TypeError('no name');
  if (!isCount(lastConnected) || !isCount(gamesPlayed) || !isCount(totalScore)) throw new TypeError('no number');
  if (preferredGameMode === undefined) throw new TypeError('no game mode');
  return { address, username, lastConnected, gamesPlayed, totalScore, preferredGameMode };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Reads the stored profile; null when there is none or it is invalid. */
export function readProfile(storage: TextStorage = browserStorage()): Profile | null {
  const text = readText(PROFILE_KEY, storage);
  if (text === null) return null;
  try {
    return parseProfile(JSON.parse(text));
  } catch (error) {
    console.warn('The profile stored in this browser could not be read.', error);
    return null;
  }
}

/** Stores a profile and replaces the previous one. */
export const saveProfile = (stored: Profile, storage: TextStorage = browserStorage()): void =>
  writeText(PROFILE_KEY, JSON.stringify(parseProfile(stored)), storage);

/** Stores a copy of a signed-in player's profile. The server owns the original. */
export const savePlayerProfile = (player: Player, storage?: TextStorage): void => saveProfile(player, storage);

/** Characters used in a guest's name. */
const NAME_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Creates a guest. `random` returns numbers from 0 up to 1; it need not be cryptographic, the name is only displayed. SPEC section 3. */
export function createGuest(nowMs: number, random: () => number): Guest {
  const pick = (): string => NAME_CHARACTERS.charAt(Math.floor(random() * NAME_CHARACTERS.length));
  return {
    address: `guest_${nowMs}`,
    username: `Guest_${Array.from({ length: 6 }, pick).join('')}`,
    lastConnected: nowMs,
    gamesPlayed: 0,
    totalScore: 0,
  };
}

/** Reads the stored guest; null when none is stored or the stored profile is a player's. */
export function readGuest(storage?: TextStorage): Guest | null {
  const stored = readProfile(storage);
  return stored?.address.startsWith('guest_') === true ? stored : null;
}

/** Stores a guest, except over a player's profile: that profile tells which sign-in to restore. */
export function saveGuest(guest: Guest, storage?: TextStorage): void {
  if (readStoredPlayerAddress(storage) === null) saveProfile({ ...guest, preferredGameMode: 'free-play' }, storage);
}

/** Address of the player whose profile is stored here; null for a guest or no profile. */
export function readStoredPlayerAddress(storage?: TextStorage): string | null {
  const stored = readProfile(storage);
  return stored === null || stored.address.startsWith('guest_') ? null : stored.address;
}

/** Removes the stored copy of a player's profile. A stored guest stays. */
export function removePlayerProfile(storage?: TextStorage): void {
  if (readStoredPlayerAddress(storage) !== null) writeText(PROFILE_KEY, null, storage);
}
