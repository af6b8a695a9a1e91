import { z } from 'zod';
import { address, sun, timeMs } from './field.ts';

/** Modes that a profile can prefer. SPEC section 3. */
export const GAME_MODES = ['cross-chain-battle', 'trx-classic', 'free-play'] as const;

/** A signed-in player's own profile. SPEC section 3, user profile. */
export const player = z.object({
  address,
  username: z.string(),
  gamesPlayed: z.int().min(0),
  totalScore: z.int().min(0),
  preferredGameMode: z.enum(GAME_MODES),
  createdAt: timeMs,
  lastConnected: timeMs,
  /** What the house owes the player, in sun. */
  balanceSun: sun,
  /** Whether this is the house's own wallet. */
  isHouse: z.boolean(),
});
export type Player = z.infer<typeof player>;

/** The text a wallet is asked to sign. TRON.md section 5. */
export const challenge = z.object({ nonce: z.string(), text: z.string(), expiresAt: timeMs });
export type Challenge = z.infer<typeof challenge>;

/** Who signed in, and whether for the first time. */
export const signedIn = z.object({ player, isNew: z.boolean() });
export type SignedIn = z.infer<typeof signedIn>;
