import { z } from 'zod';
import { address, sun, timeMs, txid } from '../field.ts';

/** Why payouts are frozen: every server's start, or why its database may be older than what was signed from it. */
export const FREEZE_CAUSES = ['start', 'restored', 'copied', 'moved', 'reboot', 'unknown-transfers'] as const;
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/** A transfer of the house that the chain has and the database did not know, while there is something to do about it. */
export const foundTransfer = z.object({
  txid,
  explorerUrl: z.string().nullable(),
  /** Into the house's wallet or out of it. */
  direction: z.enum(['in', 'out']),
  /** The other wallet. */
  address,
  amountSun: sun,
  blockNumber: z.int(),
  atMs: timeMs,
  /** `found`: its wallet is a player's, and it is being booked. `undecided`: no player has this wallet. `booked`: only its debt is open. */
  status: z.enum(['found', 'undecided', 'booked']),
  /** What the player's balance did not cover and is still owed, sun. */
  debtSun: sun,
  /** `open`: the operator decides. `collecting`: it is taken from what the player earns. */
  debtStatus: z.enum(['none', 'open', 'collecting']),
});
export type FoundTransfer = z.infer<typeof foundTransfer>;

/** Whether payouts are frozen, why, and what is left to do. */
export const payoutFreeze = z.object({
  isFrozen: z.boolean(),
  cause: z.enum(FREEZE_CAUSES),
  /** Null while payouts are open. */
  since: timeMs.nullable(),
  /** They stay frozen until the chain's final head is later than this; null when there is nothing to wait for. */
  waitsUntil: timeMs.nullable(),
  /** Final block up to which the house's transfers were read; null before the first. */
  blockNumber: z.int().nullable(),
  /** Newest final block; null before the chain has answered. */
  targetNumber: z.int().nullable(),
  /** What keeps the reading from going on; empty when nothing does. */
  trouble: z.string(),
  /** What is being booked, has to be decided, or is owed, the oldest first. */
  transfers: z.array(foundTransfer),
});
export type PayoutFreeze = z.infer<typeof payoutFreeze>;
