import { z } from 'zod';
import { address, sun, timeMs } from './field.ts';

/** Modes that a profile can prefer, which are also the categories of its statistics. SPEC section 3. */
export const GAME_MODES = ['cross-chain-battle', 'trx-classic', 'free-play'] as const;
export type GameMode = (typeof GAME_MODES)[number];

/** What was played in one category. */
const played = z.object({ games: z.int().min(0), points: z.int().min(0) });

/** Where prizes of battles can go that cost no fee to withdraw. */
export const PRIZES_TO = ['wallet', 'balance'] as const;
export type PrizesTo = (typeof PRIZES_TO)[number];

/** A signed-in player's own profile. SPEC section 3, user profile. */
export const player = z.object({
  address,
  username: z.string(),
  gamesPlayed: z.int().min(0),
  totalScore: z.int().min(0),
  /** The mode chosen, else the one played most, else the one of a newcomer. */
  preferredGameMode: z.enum(GAME_MODES),
  /** The mode that the player has chosen; null for the one played most. */
  chosenGameMode: z.enum(GAME_MODES).nullable(),
  /** `gamesPlayed` and `totalScore` by category: verified Solo rounds, settled battles, counted practice. */
  statistics: z.object({ 'cross-chain-battle': played, 'trx-classic': played, 'free-play': played }),
  createdAt: timeMs,
  lastConnected: timeMs,
  /** What the house owes the player, in sun. */
  balanceSun: sun,
  /** What is held for review and not on the balance, in sun: rewards of rounds, and shares of battles. 0 from an older server. */
  heldSun: sun.default(0),
  /** Whether the player may open the operator's desk. */
  isOperator: z.boolean(),
  /** Where the player's prizes of battles go, from `FREE_WITHDRAWAL_SUN` on. Smaller ones go to the balance. */
  prizesTo: z.enum(PRIZES_TO),
});
export type Player = z.infer<typeof player>;

/** The text a wallet is asked to sign. TRON.md section 5. */
export const challenge = z.object({ nonce: z.string(), text: z.string(), expiresAt: timeMs });
export type Challenge = z.infer<typeof challenge>;

/** Who signed in, and whether for the first time. */
export const signedIn = z.object({ player, isNew: z.boolean() });
export type SignedIn = z.infer<typeof signedIn>;
