import { expect, it } from 'vitest';
import { createClock } from './clock.ts';

/** A clock over two that a test sets. */
function setUp() {
  const machine = { wallMs: 5_000_000, steadyMs: 5_000_000 };
  const now = createClock({ wall: () => machine.wallMs, steady: () => machine.steadyMs });
  return { machine, now };
}

it('tells the time of this machine', () => {
  expect(Math.abs(createClock()() - Date.now())).toBeLessThan(1_000);
});

it('has fractions, and does not jump for what the two clocks differ by', () => {
  const { machine, now } = setUp();
  Object.assign(machine, { wallMs: 5_000_010, steadyMs: 5_000_009.25 });
  expect(now()).toBe(5_000_009.25);
});

it('follows the machine when it slept', () => {
  const { machine, now } = setUp();
  now();
  machine.wallMs += 3_600_000;
  expect(now()).toBe(8_600_000);
  machine.steadyMs += 0.5;
  expect(now()).toBe(8_600_000.5);
});

it('never goes back when the machine is set back, and goes on when that time comes again', () => {
  const { machine, now } = setUp();
  const before = now();
  machine.wallMs -= 60_000;
  expect(now()).toBe(before);
  machine.wallMs += 60_001;
  machine.steadyMs += 60_001;
  expect(now()).toBeGreaterThan(before);
});
