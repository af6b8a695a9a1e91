/** How fast a small difference is corrected, ms for each ms. Slow enough that intervals stay right, and faster than clocks drift. */
const SLEW = 0.01;

/** A larger difference is corrected at half the pace of time. Ms. */
const LARGE_MS = 100;
const LARGE_SLEW = 0.5;

/** A still larger one is corrected at once where the time moves forwards. Ms. */
const LEAP_MS = 1_000;

/** A clock that several processes have in common. */
export interface SharedClock {
  /** Epoch time in ms with a fraction. It never goes backwards and never stands still. */
  readonly now: () => number;
  /**
   * Notes that the common clock said `commonMs` when this one said `nowMs`, which may be wrong by half of `roundTripMs` in either direction. Only what
   * that does not explain is corrected. The first note is followed at once.
   */
  readonly follow: (commonMs: number, nowMs: number, roundTripMs: number) => void;
}

/**
 * A clock that advances with the clock of its process and follows a common one, such as the database's, so that the nodes of a cluster agree about the
 * time although their machines may not.
 */
export function createSharedClock(own: () => number): SharedClock {
  let ownMs = own();
  let offsetMs = 0;
  /** What is left to be corrected, ms. */
  let aheadMs = 0;
  let isFirst = true;

  function now(): number {
    const elapsedMs = Math.max(0, own() - ownMs);
    ownMs += elapsedMs;
    const paceMs = elapsedMs * (Math.abs(aheadMs) > LARGE_MS ? LARGE_SLEW : SLEW);
    const limitMs = aheadMs > LEAP_MS ? aheadMs : paceMs;
    const correctedMs = Math.sign(aheadMs) * Math.min(Math.abs(aheadMs), limitMs);
    aheadMs -= correctedMs;
    offsetMs += correctedMs;
    return ownMs + offsetMs;
  }

  return {
    now,
    follow(commonMs, nowMs, roundTripMs) {
      const differenceMs = commonMs - nowMs;
      if (isFirst) offsetMs += differenceMs;
      else aheadMs = Math.sign(differenceMs) * Math.max(0, Math.abs(differenceMs) - roundTripMs / 2);
      isFirst = false;
    },
  };
}
