import type { RateLimit } from '@popfray/protocol';

/** Most keys in one limiter: about 2 MB. The least recently used key is removed first. */
const MAX_KEYS = 20_000;

/**
 * A rate limiter by key. It uses the generic cell rate algorithm (ITU-T I.371): a token bucket that is stored as one number, the time at which
 * it is full again.
 */
export class RateLimiter {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  /** When each key's bucket is full again, epoch ms, in the order in which they were seen. */
  readonly #fullAtMs = new Map<string, number>();

  /** `share` times the limit; Infinity for none. */
  constructor({ burst, perMinute }: RateLimit, share: number) {
    this.#intervalMs = 60_000 / (perMinute * share);
    this.#burstMs = this.#intervalMs * burst * share;
  }

  /** Number of stored keys. */
  get size(): number {
    return this.#fullAtMs.size;
  }

  /** Returns 0 when a key is within the limit, or the ms until it is. Counts nothing. */
  wait(key: string, nowMs: number): number {
    if (this.#intervalMs === 0) return 0;
    const waitMs = this.#nextFullAtMs(key, nowMs) - nowMs - this.#burstMs;
    // One ms of tolerance: without it, rounding errors would refuse the last use of a burst.
    return waitMs > 1 ? waitMs : 0;
  }

  /** Counts one use and returns 0, or counts nothing and returns the ms until the next use is allowed. */
  take(key: string, nowMs: number): number {
    if (this.#intervalMs === 0) return 0;
    const waitMs = this.wait(key, nowMs);
    if (waitMs > 0) return waitMs;
    const fullAtMs = this.#nextFullAtMs(key, nowMs);
    this.#fullAtMs.delete(key);
    this.#fullAtMs.set(key, fullAtMs);
    if (this.#fullAtMs.size > MAX_KEYS) this.#forget(nowMs);
    return 0;
  }

  /** When a key's bucket would be full again after one more use, epoch ms. */
  #nextFullAtMs(key: string, nowMs: number): number {
    return Math.max(this.#fullAtMs.get(key) ?? nowMs, nowMs) + this.#intervalMs;
  }

  /** Removes the oldest keys whose buckets are full, and at least one key. */
  #forget(nowMs: number): void {
    for (const [key, fullAtMs] of this.#fullAtMs) {
      if (fullAtMs > nowMs && this.#fullAtMs.size <= MAX_KEYS) return;
      this.#fullAtMs.delete(key);
    }
  }
}
