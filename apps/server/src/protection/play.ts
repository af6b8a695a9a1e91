import { REALITY_CHECK_MS } from '@popfray/protocol';
import type { ProtectionRow } from '../platform/database/index.ts';

/** Time without a paid action after which paid play has ended, ms. A session that waits for players lasts 5 minutes by default. */
export const PLAY_PAUSE_MS = 30 * 60_000;

/** A period of paid play that has not ended. Times are epoch ms. */
export interface Play {
  readonly since: number;
  /** When the next reality check is due. */
  readonly checkAt: number;
}

/**
 * The period of paid play at a time; null when there is none. Play ends with a pause, unless a reality check became due before the pause was over:
 * then it lasts until the player answers.
 */
export function playAt(
  { play_since, checked_at, last_paid_at }: Pick<ProtectionRow, 'play_since' | 'checked_at' | 'last_paid_at'>,
  nowMs: number,
): Play | null {
  if (play_since === null || checked_at === null || last_paid_at === null) return null;
  const checkAt = checked_at + REALITY_CHECK_MS;
  const pauseEndsAt = last_paid_at + PLAY_PAUSE_MS;
  return pauseEndsAt <= nowMs && pauseEndsAt < checkAt ? null : { since: play_since, checkAt };
}
