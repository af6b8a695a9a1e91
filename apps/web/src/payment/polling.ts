/** ms between two questions while money moves. */
const BRISK_MS = 1_500;
/** ms while only a person can make it move, or after a long time. */
const CALM_MS = 5_000;
/** Most ms between two questions, however long the server has not answered. */
const LONGEST_MS = 20_000;
/** A payment that is older than this many ms is asked about calmly. */
const PATIENCE_MS = 3 * 60_000;

/** What the next question depends on. */
export interface Watching {
  /** Whether a payment is on its way through the network. */
  readonly isMoving: boolean;
  /** Whether a payment is open at all. */
  readonly isOpen: boolean;
  /** ms for which the server has not answered; 0 while it does. */
  readonly awayMs: number;
  /** ms since the newest payment began. */
  readonly ageMs: number;
}

/** ms until the server is asked again; false when there is nothing to ask about. */
export function pollMs({ isMoving, isOpen, awayMs, ageMs }: Watching): number | false {
  if (!isOpen) return false;
  const wanted = isMoving && ageMs < PATIENCE_MS ? BRISK_MS : CALM_MS;
  return Math.min(Math.max(wanted, awayMs / 2), LONGEST_MS);
}
