import { describe, expect, it } from 'vitest';
import { createSharedClock, type SharedClock } from './shared-clock.ts';

/** A clock of a process that is `aheadMs` ahead of the common one, and what makes time pass. */
function setUp(aheadMs: number): {
  readonly clock: SharedClock;
  readonly pass: (ms: number) => void;
  readonly common: () => number;
} {
  let commonMs = 1_000_000;
  const own = { aheadMs };
  const clock = createSharedClock(() => commonMs + own.aheadMs);
  return { clock, pass: (ms) => void (commonMs += ms), common: () => commonMs };
}

/** Lets a node read the common clock every 500 ms, and returns its times every 10 ms. */
function run({ clock, pass, common }: ReturnType<typeof setUp>, ms: number): number[] {
  const times: number[] = [];
  for (let at = 0; at < ms; at += 10) {
    if (at % 500 === 0) clock.follow(common(), clock.now(), 0);
    pass(10);
    times.push(clock.now());
  }
  return times;
}

const isIncreasing = (times: readonly number[]): boolean =>
  times.every((ms, at) => at === 0 || ms > (times[at - 1] ?? 0));

describe('a shared clock', () => {
  it.each([5_000, -5_000, 0.4])(
    'that is %d ms ahead agrees with the common one from its first answer on',
    (aheadMs) => {
      const world = setUp(aheadMs);
      world.clock.follow(world.common(), world.clock.now(), 0);
      expect(world.clock.now()).toBeCloseTo(world.common(), 6);
      const times = run(world, 2_000);
      expect(isIncreasing(times)).toBe(true);
      expect(times.at(-1)).toBeCloseTo(world.common(), 6);
    },
  );

  it('is the own clock before the first answer', () => {
    const { clock, common } = setUp(70);
    expect(clock.now()).toBe(common() + 70);
  });

  it.each([30, -30, 5_000, -5_000])(
    'approaches the common one when that moves by %d ms, and never goes back',
    (movedMs) => {
      let ownMs = 50_000;
      let movedByMs = 0;
      const clock = createSharedClock(() => ownMs);
      const step = (): number => {
        ownMs += 10;
        return clock.now();
      };
      clock.follow(ownMs, clock.now(), 0);
      movedByMs = movedMs;
      const times: number[] = [];
      for (let at = 0; at < 3_000; at++) {
        if (at % 50 === 0) clock.follow(ownMs + movedByMs, clock.now(), 0);
        times.push(step());
      }
      expect(isIncreasing(times)).toBe(true);
      expect(times.at(-1)).toBeCloseTo(ownMs + movedByMs, 3);
    },
  );

  it('keeps the pace of time within one percent while it corrects a small difference', () => {
    const world = setUp(0);
    world.clock.follow(world.common(), world.clock.now(), 0);
    world.clock.follow(world.common() + 90, world.clock.now(), 0);
    const before = world.clock.now();
    world.pass(1_000);
    expect(world.clock.now() - before).toBeCloseTo(1_010, 6);
  });

  it('is not bent by an answer that took long', () => {
    const world = setUp(0);
    world.clock.follow(world.common(), world.clock.now(), 2);
    // The request waited for 3 s before the common clock was read.
    world.clock.follow(world.common() + 1_500, world.clock.now(), 3_000);
    world.pass(10);
    expect(world.clock.now()).toBeCloseTo(world.common(), 6);
    world.clock.follow(world.common() + 1_600, world.clock.now(), 3_000);
    world.pass(10_000);
    expect(world.clock.now()).toBeCloseTo(world.common() + 100, 6);
  });
});
