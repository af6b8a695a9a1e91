import type { RateLimit } from '@popfray/protocol';

/** Most keys remembered by one limiter: some 2 MB. The one that was seen longest ago is forgotten first. */
const MAX_KEYS = 20_000;

/**
 * Counts how often each key did something: the generic cell rate algorithm (ITU-T I.371), which is a token bucket kept as one
 * number, the time at which the bucket is full again.
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

  /** Number of keys remembered. */
  get size(): number {
    return this.#fullAtMs.size;
  }

  /** Returns 0 when a key may do it once more, or the ms after which it may. Counts nothing. */
  wait(key: string, nowMs: number): number {
    if (this.#intervalMs === 0) return 0;
    const waitMs = this.#nextFullAtMs(key, nowMs) - nowMs - this.#burstMs;
    // A ms is nothing: without it, sums of fractions would refuse the last of a burst.
    return waitMs > 1 ? waitMs : 0;
  }

  /** Lets a key do it once more and returns 0, or returns the ms after which it may, and counts nothing. */
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

  /** When a key's bucket would be full again, epoch ms, if it did it once more. */
  #nextFullAtMs(key: string, nowMs: number): number {
    return Math.max(this.#fullAtMs.get(key) ?? nowMs, nowMs) + this.#intervalMs;
  }

  /** Forgets the keys at the front whose buckets are full, and at least one. */
  #forget(nowMs: number): void {
    for (const [key, fullAtMs] of this.#fullAtMs) {
      if (fullAtMs > nowMs && this.#fullAtMs.size <= MAX_KEYS) return;
      this.#fullAtMs.delete(key);
    }
  }
}
