/** Readings that are kept; the one with the shortest way there and back counts. One every 2 s makes 16 s of drift. */
const KEPT = 8;

/** An error above this is put right as fast as can be, ms: the server refuses clicks from 150 ms ahead. */
const GROSS_MS = 100;

/** How fast a small error is made good, and one above `GROSS_MS` that the clock is ahead by: ms for each ms. */
const SLEW = 0.05;
const GROSS_SLEW = 0.5;

/** Up to here a connection counts as good, and as fair, ms. */
const GOOD = { roundTripMs: 150, jitterMs: 40 } as const;
const FAIR = { roundTripMs: 400, jitterMs: 150 } as const;

/** How well a connection serves a live battle. */
export type Quality = 'good' | 'fair' | 'poor';

/** One reading of the server's clock. */
interface Reading {
  readonly roundTripMs: number;
  /** How far the server's clock is ahead of the page's by it. */
  readonly offsetMs: number;
}

/**
 * An estimate of the server's clock. It runs whenever the page's clock runs. An error found later is corrected by running a little faster
 * or slower; only a clock that is far behind leaps, and only forwards.
 */
export class ClockSync {
  #readings: Reading[] = [];
  #offsetMs = Number.NaN;
  #wantedMs = Number.NaN;
  /** Whether there ever was an answer. */
  #isAnswered = false;
  #readMs = Number.NEGATIVE_INFINITY;

  /** Takes the time of a message of unknown delay, until there is something better. Epoch ms, and ms of the page's clock. */
  hint(serverMs: number, nowMs: number): void {
    if (this.#isAnswered) return;
    this.#offsetMs = serverMs - nowMs;
    this.#wantedMs = this.#offsetMs;
  }

  /** Takes an answer of the server: its time, asked for at `sentMs` and answered at `nowMs` of the page's clock. */
  note(sentMs: number, serverMs: number, nowMs: number): void {
    const roundTripMs = nowMs - sentMs;
    if (!(roundTripMs >= 0)) return;
    this.#readings = [...this.#readings, { roundTripMs, offsetMs: serverMs + roundTripMs / 2 - nowMs }].slice(-KEPT);
    const best = this.#readings.reduce((one, other) => (other.roundTripMs < one.roundTripMs ? other : one));
    this.#wantedMs = best.offsetMs;
    if (!this.#isAnswered) this.#offsetMs = this.#wantedMs;
    this.#isAnswered = true;
  }

  /** Forgets the readings of a closed connection. The time continues unchanged. */
  forget(): void {
    this.#readings = [];
  }

  /** The server's time at `nowMs` of the page's clock, epoch ms with fractions; NaN while nothing is known. */
  read(nowMs: number): number {
    const lapseMs = Math.max(0, nowMs - this.#readMs);
    this.#readMs = Math.max(nowMs, this.#readMs);
    const errorMs = this.#wantedMs - this.#offsetMs;
    if (errorMs > GROSS_MS) this.#offsetMs = this.#wantedMs;
    else if (errorMs > 0) this.#offsetMs += Math.min(errorMs, lapseMs * SLEW);
    else if (errorMs < 0) this.#offsetMs -= Math.min(-errorMs, lapseMs * (errorMs < -GROSS_MS ? GROSS_SLEW : SLEW));
    return nowMs + this.#offsetMs;
  }

  /** How long a message takes there and back, ms: the middle one of the readings. 0 while there is none. */
  get roundTripMs(): number {
    const trips = this.#readings.map(({ roundTripMs }) => roundTripMs).toSorted((a, b) => a - b);
    return trips[trips.length >> 1] ?? 0;
  }

  /** How far the readings' round trips lie from that, ms on average. */
  get jitterMs(): number {
    if (this.#readings.length === 0) return 0;
    const middle = this.roundTripMs;
    const sum = this.#readings.reduce((total, { roundTripMs }) => total + Math.abs(roundTripMs - middle), 0);
    return sum / this.#readings.length;
  }
}

/** Judges a connection by its clock's readings, and by whether clicks came too late over it a short while ago. */
export function rateQuality(
  { roundTripMs, jitterMs }: Pick<ClockSync, 'roundTripMs' | 'jitterMs'>,
  isLate: boolean,
): Quality {
  if (isLate || roundTripMs > FAIR.roundTripMs || jitterMs > FAIR.jitterMs) return 'poor';
  return roundTripMs > GOOD.roundTripMs || jitterMs > GOOD.jitterMs ? 'fair' : 'good';
}
