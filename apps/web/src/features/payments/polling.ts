/** Polling interval while money moves, ms. */
const FAST_POLL_MS = 1_500;
/** Polling interval while only the user can continue the payment, or after a long time, ms. */
const SLOW_POLL_MS = 5_000;
/** Longest polling interval while the server does not answer, ms. */
const MAX_POLL_MS = 20_000;
/** Age from which a payment is polled slowly, ms. */
const SLOW_AFTER_MS = 3 * 60_000;

/** What the polling interval depends on. */
export interface PollState {
  /** Whether a payment is on its way through the network. */
  readonly isMoving: boolean;
  /** Whether a payment is open. */
  readonly isOpen: boolean;
  /** Time without an answer from the server, ms; 0 while it answers. */
  readonly awayMs: number;
  /** Age of the newest payment, ms. */
  readonly ageMs: number;
}

/** Delay before the next poll, ms; false when nothing has to be polled. */
export function pollMs({ isMoving, isOpen, awayMs, ageMs }: PollState): number | false {
  if (!isOpen) return false;
  const wanted = isMoving && ageMs < SLOW_AFTER_MS ? FAST_POLL_MS : SLOW_POLL_MS;
  return Math.min(Math.max(wanted, awayMs / 2), MAX_POLL_MS);
}
