/** A Date header counts whole seconds and takes a moment to arrive: less than this is no difference, ms. */
const TOLERANCE_MS = 3_000;

/** How far the server's clock is ahead of this computer's, ms. */
let aheadMs = 0;

/** Learns the server's time from an answer's Date header; what is none changes nothing. */
export function noteServerDate(date: string | null, nowMs: number): void {
  const seenMs = Date.parse(date ?? '') - nowMs;
  if (Math.abs(seenMs) < TOLERANCE_MS) aheadMs = 0;
  else if (Math.abs(seenMs - aheadMs) >= TOLERANCE_MS) aheadMs = seenMs;
}

/** The server's time as far as it is known, epoch ms: what ends, ends by its clock, however wrong this computer's is. */
export const serverNow = (): number => Date.now() + aheadMs;
