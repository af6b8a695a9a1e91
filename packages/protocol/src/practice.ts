import { z } from 'zod';
import { address } from './field.ts';
import { player } from './player.ts';
import { replayText } from './round.ts';

/** Most practice rounds of a day (UTC) that a player's statistics count: 200 rounds of 60 s take more than three hours. */
export const MAX_PRACTICE_ROUNDS_A_DAY = 200;

/** Categories that practice counts in. */
export const PRACTICE_CATEGORIES = ['free-play', 'cross-chain-battle'] as const;
export type PracticeCategory = (typeof PRACTICE_CATEGORIES)[number];

/** A practice round that its player hands in. */
export const practiceForm = z.strictObject({
  /** Whose round it is: refused unless it is the signed-in player's. */
  address,
  replay: replayText,
});

/** What became of a practice round: `counted`, `repeated` when it was counted before, `limit` when the day has had enough of them. */
const PRACTICE_OUTCOMES = ['counted', 'repeated', 'limit'] as const;

export const practiceVerdict = z.object({
  outcome: z.enum(PRACTICE_OUTCOMES),
  category: z.enum(PRACTICE_CATEGORIES),
  /** As the server has played it. */
  score: z.int(),
  /** The profile afterwards. */
  player,
});
export type PracticeVerdict = z.infer<typeof practiceVerdict>;
