import type { RateLimit } from '@popfray/protocol';

/** One client's token bucket, kept as the time at which it is full again: `RateLimiter` without keys. */
export class Bucket {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  #fullAtMs = 0;

  constructor({ burst, perMinute }: RateLimit) {
    this.#intervalMs = 60_000 / perMinute;
    this.#burstMs = this.#intervalMs * burst;
  }

  /** Takes a token. Returns false when there is none. */
  take(nowMs: number): boolean {
    const fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#intervalMs;
    // One ms of tolerance: without it, rounding errors would refuse the last use of a burst.
    if (fullAtMs - nowMs > this.#burstMs + 1) return false;
    this.#fullAtMs = fullAtMs;
    return true;
  }
}
