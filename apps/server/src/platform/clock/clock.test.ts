import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, describeClockEvent, type ClockEvent } from './clock.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A clock over three that a test sets. */
function setUp() {
  const machine = { wallMs: 5_000_000, steadyMs: 70_000, uptimeMs: 900_000 };
  const events: ClockEvent[] = [];
  const clock = createClock(
    { wall: () => machine.wallMs, steady: () => machine.steadyMs, uptime: () => machine.uptimeMs },
    (event) => events.push(event),
  );
  /** Lets time pass, with a reading every second as a server makes many. */
  const pass = (ms: number): number => {
    for (let left = ms; left > 0; left -= SECOND_MS) {
      const step = Math.min(left, SECOND_MS);
      machine.wallMs += step;
      machine.steadyMs += step;
      machine.uptimeMs += step;
      clock.now();
    }
    return clock.now();
  };
  const kinds = (): string[] => events.map(({ kind }) => kind);
  return { ...clock, machine, events, kinds, pass };
}

describe('the clock', () => {
  it('tells the time of this machine', () => {
    const startMs = performance.now();
    const beforeMs = Date.now();
    const nowMs = createClock().now();
    const afterMs = Date.now();
    // A clock reads two clocks one after the other. It is off by the pause between the readings if the machine makes one there.
    const passedMs = performance.now() - startMs;
    expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 1 - passedMs);
    expect(nowMs).toBeLessThanOrEqual(afterMs + 1 + passedMs);
  });

  it('has fractions, and does not move for what the two clocks differ by', () => {
    const { machine, now } = setUp();
    Object.assign(machine, { wallMs: 5_000_010, steadyMs: 70_009.25 });
    expect(now()).toBe(5_000_009.25);
  });

  it('follows a small correction at half a millisecond a second', () => {
    for (const correction of [500, -500]) {
      const { machine, now, pass, leaps } = setUp();
      machine.wallMs += correction;
      expect(pass(100 * SECOND_MS)).toBeCloseTo(5_100_000 + Math.sign(correction) * 50, 6);
      pass(2_000 * SECOND_MS);
      expect(Math.abs(now() - machine.wallMs)).toBeLessThanOrEqual(2);
      expect(leaps()).toBe(0);
    }
  });

  it.each([300, -300])('stays with the wall clock for a day while the steady clock drifts by %i ppm', (ppm) => {
    const { machine, now, leaps } = setUp();
    let beforeMs = now();
    for (let passedMs = 0; passedMs < DAY_MS; passedMs += SECOND_MS) {
      machine.wallMs += SECOND_MS;
      machine.uptimeMs += SECOND_MS;
      machine.steadyMs += SECOND_MS * (1 + ppm / 1_000_000);
      const nowMs = now();
      expect(nowMs).toBeGreaterThan(beforeMs);
      beforeMs = nowMs;
      expect(Math.abs(nowMs - machine.wallMs)).toBeLessThan(3);
    }
    expect(leaps()).toBe(0);
  });
});

describe('when the wall clock leaps', () => {
  it.each([DAY_MS, -DAY_MS, HOUR_MS, -HOUR_MS, 5 * SECOND_MS])(
    'by %d ms and is corrected a minute later, the time advances as if nothing had been',
    (byMs) => {
      const { machine, now, pass, leaps, kinds } = setUp();
      machine.wallMs += byMs;
      expect(now()).toBe(5_000_000);
      expect(pass(MINUTE_MS)).toBe(5_060_000);
      machine.wallMs -= byMs;
      expect(now()).toBe(5_060_000);
      expect(pass(MINUTE_MS)).toBe(5_120_000);
      expect(leaps()).toBe(1);
      expect(kinds()).toEqual(['leapt', 'corrected']);
    },
  );

  it('ahead and stays there, the time follows at once after five minutes', () => {
    const { machine, pass, leaps, kinds } = setUp();
    machine.wallMs += DAY_MS;
    expect(pass(5 * MINUTE_MS - SECOND_MS)).toBe(5_299_000);
    expect(pass(2 * SECOND_MS)).toBe(5_301_000 + DAY_MS);
    expect(pass(HOUR_MS)).toBe(machine.wallMs);
    expect(leaps()).toBe(1);
    expect(kinds()).toEqual(['leapt', 'adopted']);
  });

  it('back and stays there, the time runs a little slower until both agree', () => {
    const { machine, now, pass, leaps, kinds } = setUp();
    machine.wallMs -= 10 * SECOND_MS;
    pass(5 * MINUTE_MS);
    const before = now();
    expect(pass(1_000 * SECOND_MS) - before).toBeCloseTo(999_500, 3);
    pass(6 * HOUR_MS);
    expect(Math.abs(now() - machine.wallMs)).toBeLessThanOrEqual(2);
    expect(leaps()).toBe(1);
    expect(kinds()).toEqual(['leapt', 'adopted']);
  });

  it('a second time while the first is watched, the five minutes begin again', () => {
    const { machine, pass, leaps } = setUp();
    machine.wallMs += DAY_MS;
    pass(4 * MINUTE_MS);
    machine.wallMs += HOUR_MS;
    expect(pass(4 * MINUTE_MS)).toBe(5_000_000 + 8 * MINUTE_MS);
    expect(pass(2 * MINUTE_MS)).toBe(machine.wallMs);
    expect(leaps()).toBe(2);
  });
});

describe('when the machine was suspended', () => {
  const suspend = ({ machine }: ReturnType<typeof setUp>, ms: number): void => {
    machine.wallMs += ms;
    machine.uptimeMs += ms;
  };

  it('the time catches up at once', () => {
    const clock = setUp();
    suspend(clock, 8 * HOUR_MS);
    clock.now();
    expect(clock.now()).toBe(5_000_000 + 8 * HOUR_MS);
    clock.machine.steadyMs += 0.5;
    expect(clock.now()).toBe(5_000_000.5 + 8 * HOUR_MS);
    expect(clock.leaps()).toBe(0);
    expect(clock.kinds()).toEqual(['suspended']);
  });

  it('and its clock leapt besides, the time catches up with the suspension alone', () => {
    const clock = setUp();
    suspend(clock, HOUR_MS);
    clock.machine.wallMs += DAY_MS;
    expect(clock.pass(MINUTE_MS)).toBe(5_000_000 + HOUR_MS + MINUTE_MS);
    expect(clock.leaps()).toBe(1);
  });

  it('while a leap is watched, that leap is not counted again', () => {
    const clock = setUp();
    clock.machine.wallMs += DAY_MS;
    clock.pass(MINUTE_MS);
    suspend(clock, HOUR_MS);
    expect(clock.pass(MINUTE_MS)).toBe(5_000_000 + HOUR_MS + 2 * MINUTE_MS);
    expect(clock.leaps()).toBe(1);
  });

  it('and no clock but the wall clock shows it, the time catches up after five minutes', () => {
    const clock = setUp();
    clock.machine.wallMs += 8 * HOUR_MS;
    expect(clock.pass(6 * MINUTE_MS)).toBe(clock.machine.wallMs);
  });
});

it('never goes back and never stands still, however the wall clock is set', () => {
  const step = fc.record({
    elapsedMs: fc.integer({ min: 1, max: 10 * MINUTE_MS }),
    leapMs: fc.oneof(fc.constant(0), fc.integer({ min: -DAY_MS, max: DAY_MS })),
    sleptMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: DAY_MS })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { machine, now } = setUp();
      let last = now();
      for (const { elapsedMs, leapMs, sleptMs } of steps) {
        machine.wallMs += elapsedMs + leapMs + sleptMs;
        machine.steadyMs += elapsedMs;
        machine.uptimeMs += elapsedMs + sleptMs;
        const next = now();
        expect(next - last).toBeGreaterThanOrEqual(elapsedMs * 0.999);
        last = next;
      }
    }),
  );
});

it.each([
  [{ kind: 'leapt', aheadMs: DAY_MS }, /86400\.0 s ahead.*5 minutes/],
  [{ kind: 'leapt', aheadMs: -2_500 }, /2\.5 s back/],
  [{ kind: 'corrected', aheadMs: 0 }, /right time/],
  [{ kind: 'adopted', aheadMs: DAY_MS }, /used from now on/],
  [{ kind: 'adopted', aheadMs: -DAY_MS }, /a restart takes it over/],
  [{ kind: 'suspended', aheadMs: HOUR_MS }, /suspended for 3600\.0 s/],
] as const)('says of %j what it means', (event, words) => {
  expect(describeClockEvent(event)).toMatch(words);
});
