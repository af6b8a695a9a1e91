/** A UTC day, ms. */
export const DAY_MS = 86_400_000;

/** A UTC day, which caps and budgets count by. */
export interface Day {
  /** ISO 8601: `2026-01-15`. */
  readonly date: string;
  readonly startMs: number;
  /** When the next one begins, epoch ms. */
  readonly endMs: number;
}

/** The UTC day that an epoch time lies in. */
export function dayOf(nowMs: number): Day {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { date: new Date(startMs).toISOString().slice(0, 10), startMs, endMs: startMs + DAY_MS };
}
