import { z } from 'zod';
import { id, sun, timeMs } from './field.ts';

/** Why a round's reward or a battle's share is held. docs/conduct.md says what each means. */
export const HOLD_REASONS = [
  'fast',
  'regular',
  'precise',
  'tireless',
  'aimless',
  'pathless',
  'program',
  'repeated',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** What became of a share that was held. */
export const shareReview = z.enum(['held', 'paid', 'refused']);

/** A share of a battle that is or was held for review, as its player sees it. */
export const heldShare = z.object({
  sessionId: id,
  sessionName: z.string(),
  /** The amount that is decided about. */
  amountSun: sun,
  reasons: z.array(z.enum(HOLD_REASONS)),
  status: shareReview,
  heldAt: timeMs,
  /** What the operator has decided, with the reason for the player; null while it is held. */
  decision: z.object({ reason: z.string(), at: timeMs }).nullable(),
});
export type HeldShare = z.infer<typeof heldShare>;

/** The player's shares that are held, then those decided, each the newest first. */
export const heldShareList = z.array(heldShare);
