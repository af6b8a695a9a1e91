import type { Player } from '@popfray/protocol';
import { z } from 'zod';
import type { Guest } from './state.ts';
import { browserStorage, keepText, PROFILE_KEY, readText, type KeptText } from './storage.ts';

/** A user profile as this browser keeps it. SPEC section 3. */
const profile = z.object({
  address: z.string().regex(/^(?:T[1-9A-HJ-NP-Za-km-z]{33}|guest_\d{1,16})$/),
  username: z.string().min(1).max(200),
  lastConnected: z.int().min(0),
  gamesPlayed: z.int().min(0),
  totalScore: z.int().min(0),
  preferredGameMode: z.enum(['cross-chain-battle', 'trx-classic', 'free-play']),
});
export type Profile = z.infer<typeof profile>;

/** The profile that this browser keeps; null when it keeps none, or nothing that is one. */
export function readProfile(storage: KeptText = browserStorage()): Profile | null {
  const text = readText(PROFILE_KEY, storage);
  if (text === null) return null;
  try {
    return profile.parse(JSON.parse(text));
  } catch (error) {
    console.warn('The profile kept in this browser could not be read.', error);
    return null;
  }
}

/** Keeps a profile in place of the one before. */
export const keepProfile = (kept: Profile, storage: KeptText = browserStorage()): void =>
  keepText(PROFILE_KEY, JSON.stringify(profile.parse(kept)), storage);

/** Keeps a copy of a player's profile, which is the server's. */
export const mirrorPlayer = (player: Player, storage?: KeptText): void => keepProfile(player, storage);

/** Characters of a guest's name. */
const NAME_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Makes a guest. `random` gives numbers from 0 up to 1: a name on a screen needs no better. SPEC section 3. */
export function makeGuest(nowMs: number, random: () => number): Guest {
  const pick = (): string => NAME_CHARACTERS.charAt(Math.floor(random() * NAME_CHARACTERS.length));
  return {
    address: `guest_${nowMs}`,
    username: `Guest_${Array.from({ length: 6 }, pick).join('')}`,
    lastConnected: nowMs,
    gamesPlayed: 0,
    totalScore: 0,
  };
}

/** The guest that this browser knows; null when there is none, or a player's profile. */
export function readGuest(storage?: KeptText): Guest | null {
  const kept = readProfile(storage);
  return kept?.address.startsWith('guest_') === true ? kept : null;
}

/** Keeps a guest, unless a player's profile is kept: that tells whose sign-in to take up. */
export function keepGuest(guest: Guest, storage?: KeptText): void {
  if (readPlayerAddress(storage) === null) keepProfile({ ...guest, preferredGameMode: 'free-play' }, storage);
}

/** Whose profile this browser keeps a copy of; null when it is a guest's, or none. */
export function readPlayerAddress(storage?: KeptText): string | null {
  const kept = readProfile(storage);
  return kept === null || kept.address.startsWith('guest_') ? null : kept.address;
}

/** Forgets the copy of a player's profile. A guest stays. */
export function forgetPlayer(storage?: KeptText): void {
  if (readPlayerAddress(storage) !== null) keepText(PROFILE_KEY, null, storage);
}
