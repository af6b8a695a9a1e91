/** ms between two questions while money moves. */
const BRISK_MS = 1_500;
/** ms while only a person can make it move, or after a long calm. */
const CALM_MS = 5_000;
/** Most ms between two questions, however often the server failed to answer. */
const LONGEST_MS = 20_000;
/** After this many ms without news, brisk asking calms down. */
const PATIENCE_MS = 3 * 60_000;

/** What the next question depends on. */
export interface Watching {
  /** Whether a payment is on its way through the network. */
  readonly isMoving: boolean;
  /** Whether a payment is open at all. */
  readonly isOpen: boolean;
  /** Questions in a row that the server did not answer. */
  readonly failures: number;
  /** ms since something last changed. */
  readonly quietMs: number;
}

/** ms until the server is asked again; false when there is nothing to ask about. */
export function pollMs({ isMoving, isOpen, failures, quietMs }: Watching): number | false {
  if (!isOpen) return false;
  const wanted = isMoving && quietMs < PATIENCE_MS ? BRISK_MS : CALM_MS;
  return Math.min(wanted * 2 ** Math.min(failures, 10), LONGEST_MS);
}
