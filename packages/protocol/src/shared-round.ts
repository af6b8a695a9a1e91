import { z } from 'zod';
import { id, timeMs } from './field.ts';

/**
 * Longest replay text of a shared round: four times that of a player who clicks eight times a second for a whole round. A longer one is shared by a
 * link that has the replay itself.
 */
const MAX_SHARED_TEXT = 16_000;

/** How long a shared round is kept after it was shared last, ms: 90 days. */
export const SHARED_ROUND_MS = 90 * 86_400_000;

/** A finished round that is to be shared as a challenge. */
export const sharedRoundForm = z.strictObject({ replay: z.string().max(MAX_SHARED_TEXT) });

/** The id of a shared round. The same round of the same player has the same one. */
export const sharedRoundId = z.object({ id, expiresAt: timeMs });

/** A shared round. The page that opens it plays the replay again before it shows its score. */
export const sharedRound = z.object({
  id,
  /** Name of the player who shared it; null for a visitor without a wallet. */
  username: z.string().nullable(),
  replay: z.string(),
  expiresAt: timeMs,
});
export type SharedRound = z.infer<typeof sharedRound>;
