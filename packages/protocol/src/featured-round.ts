import { z } from 'zod';
import { timeMs } from './field.ts';

/** Most featured rounds. */
export const MAX_FEATURED_ROUNDS = 6;

/** A round of the last seven days that is worth watching. */
const featuredRound = z.object({
  username: z.string(),
  mode: z.enum(['daily', 'solo', 'battle']),
  score: z.int(),
  bestCombo: z.int(),
  playedAt: timeMs,
  /** Whether it was played in the last 24 hours. */
  isOfDay: z.boolean(),
  replay: z.string(),
});
export type FeaturedRound = z.infer<typeof featuredRound>;

/** The best first: those of the last 24 hours, then those of the week. */
export const featuredRoundList = z.array(featuredRound);
