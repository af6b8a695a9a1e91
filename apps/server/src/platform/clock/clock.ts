import { uptime } from 'node:os';

/** A difference between the wall clock and this one that is corrected slowly; a larger one is a leap. Ms. */
const LEAP_MS = 1_000;

/**
 * How long the wall clock has to stay where it leapt to before its time is taken over, ms. A clock that was set wrongly is usually corrected
 * within a minute or two, and until then nothing expires because of it.
 */
const SETTLE_MS = 300_000;

/** How fast small differences are corrected, ms for each ms: 500 ppm, as adjtime and NTP do it. */
const SLEW = 0.0005;

/** A difference that is left alone, ms: the wall clock counts whole ms. */
const ROUNDING_MS = 2;

/** The clocks of a machine. */
interface Clocks {
  /** Whole epoch ms, as the machine is set. It can leap either way. */
  readonly wall: () => number;
  /** Ms with a fraction since any moment, which advance evenly and stop while the machine is suspended. */
  readonly steady: () => number;
  /** Ms since the machine was started, with the time for which it was suspended. */
  readonly uptime: () => number;
}

/** What became of a difference between the wall clock and this one. */
export interface ClockEvent {
  /**
   * `leapt`: the wall clock leapt, and is watched. `corrected`: it leapt back. `adopted`: it stayed, so its time is used from now on.
   * `suspended`: the machine was suspended, and the time has been caught up.
   */
  readonly kind: 'leapt' | 'corrected' | 'adopted' | 'suspended';
  /** How far the wall clock was ahead of this one, ms; negative when it was behind. */
  readonly aheadMs: number;
}

/** The time of a server. */
export interface Clock {
  /** Epoch time in ms with a fraction. It never goes backwards and never stands still. */
  readonly now: () => number;
  /** How often the wall clock has leapt. */
  readonly leaps: () => number;
}

const MACHINE: Clocks = {
  wall: () => Date.now(),
  steady: () => performance.now(),
  uptime: () => uptime() * 1_000,
};

/**
 * A clock that starts with the wall clock's time and advances with the steady clock. It follows small corrections of the wall clock slowly, and
 * a suspension of the machine at once. It follows a leap of the wall clock only when the leap has lasted: forwards at once, backwards by running
 * slightly slower until both agree. docs/decisions/0040-time-from-the-steady-clock.md.
 */
export function createClock(clocks: Clocks = MACHINE, onEvent: (event: ClockEvent) => void = () => undefined): Clock {
  let steadyMs = clocks.steady();
  let nowMs = clocks.wall();
  /** How long the machine was suspended before now, ms, and some constant. */
  let suspendedMs = clocks.uptime() - steadyMs;
  let leaps = 0;
  let leap: Leap | null = null;

  /** Catches up with a suspension as far as the wall clock confirms it. Returns by how much, ms. */
  function catchUp(aheadMs: number): number {
    const sleptMs = clocks.uptime() - steadyMs - suspendedMs;
    if (sleptMs < LEAP_MS) return 0;
    suspendedMs += sleptMs;
    const caughtUpMs = Math.max(0, Math.min(sleptMs, aheadMs));
    nowMs += caughtUpMs;
    return caughtUpMs;
  }

  /** Compares the wall clock with the time, which has just advanced by `elapsedMs`. */
  function compare(wallMs: number, elapsedMs: number): ClockEvent | null {
    const aheadMs = wallMs - nowMs;
    const slewMs = Math.sign(aheadMs) * Math.min(Math.abs(aheadMs), elapsedMs * SLEW);
    if (Math.abs(aheadMs) <= LEAP_MS) {
      if (Math.abs(aheadMs) > ROUNDING_MS) nowMs += slewMs;
      const isCorrected = leap?.isAdopted === false;
      leap = null;
      return isCorrected ? { kind: 'corrected', aheadMs } : null;
    }
    const offsetMs = wallMs - steadyMs;
    if (leap === null || Math.abs(offsetMs - leap.offsetMs) > LEAP_MS) {
      const caughtUpMs = catchUp(aheadMs);
      if (leap !== null) leap.offsetMs += caughtUpMs;
      if (caughtUpMs > 0) return { kind: 'suspended', aheadMs: caughtUpMs };
      leap = { offsetMs, sinceMs: steadyMs, isAdopted: false };
      leaps++;
      return { kind: 'leapt', aheadMs };
    }
    leap.offsetMs = offsetMs;
    if (steadyMs - leap.sinceMs < SETTLE_MS) return null;
    nowMs = aheadMs > 0 ? wallMs : nowMs + slewMs;
    if (leap.isAdopted) return null;
    leap.isAdopted = true;
    return { kind: 'adopted', aheadMs };
  }

  return {
    leaps: () => leaps,
    now() {
      const elapsedMs = Math.max(0, clocks.steady() - steadyMs);
      steadyMs += elapsedMs;
      nowMs += elapsedMs;
      const event = compare(clocks.wall(), elapsedMs);
      const timeMs = nowMs;
      if (event !== null) onEvent(event);
      return timeMs;
    },
  };
}

/** A leap that is watched. */
interface Leap {
  /** By how much the wall clock is ahead of the steady one, ms. */
  offsetMs: number;
  /** When it was noticed, by the steady clock. */
  readonly sinceMs: number;
  /** Whether it has lasted, so that the time follows it. */
  isAdopted: boolean;
}

/** What the operator reads about an event of the clock. */
export function describeClockEvent({ kind, aheadMs }: ClockEvent): string {
  const by = `${(Math.abs(aheadMs) / 1_000).toFixed(1)} s`;
  const direction = aheadMs > 0 ? 'ahead' : 'back';
  switch (kind) {
    case 'leapt':
      return `the wall clock leapt ${by} ${direction}: its time is not used unless it stays there for ${SETTLE_MS / 60_000} minutes`;
    case 'corrected':
      return 'the wall clock leapt back to the right time';
    case 'adopted':
      return aheadMs > 0
        ? `the wall clock stayed ${by} ahead: its time is used from now on`
        : `the wall clock stayed ${by} back: the server's time approaches it by 0.5 ms a second; a restart takes it over at once`;
    case 'suspended':
      return `the machine was suspended for ${by}: the time has been caught up`;
  }
}
