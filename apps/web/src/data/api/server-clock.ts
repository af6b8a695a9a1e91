/** A Date header has a resolution of 1 s and is delayed by the network: smaller differences are ignored, ms. */
const TOLERANCE_MS = 3_000;

/** Offset of the server's clock to this computer's, ms. */
let aheadMs = 0;

/** Updates the offset from an answer's Date header. A missing or invalid header is ignored. */
export function updateServerClock(date: string | null, nowMs: number): void {
  const seenMs = Date.parse(date ?? '') - nowMs;
  if (Math.abs(seenMs) < TOLERANCE_MS) aheadMs = 0;
  else if (Math.abs(seenMs - aheadMs) >= TOLERANCE_MS) aheadMs = seenMs;
}

/** Current time of the server as far as known, epoch ms. Deadlines are the server's, so a wrong clock of this computer does not matter. */
export const serverNow = (): number => Date.now() + aheadMs;
