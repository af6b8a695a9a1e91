import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arena, createBubble, freePlay, steady, type Bubble, type Round, type Rules } from './index.ts';
import { living, start } from './round.fixture.ts';
import { SUB_PER_PX } from './units.ts';

/** Sub-pixels: whole numbers, so that paths can be held together bit for bit. */
const sub = (px: number): number => px * SUB_PER_PX;

/** One axis of a bubble, moved 1 ms at a time and turned at the walls: what the closed form has to agree with. */
class NaiveAxis {
  at: number;
  velocity: number;
  private readonly low: number;
  private readonly high: number;
  constructor(at: number, velocity: number, low: number, high: number) {
    this.at = at;
    this.velocity = velocity;
    this.low = low;
    this.high = high;
  }

  step(): void {
    this.at += this.velocity;
    while (this.at < this.low || this.at > this.high) {
      this.at = 2 * (this.at < this.low ? this.low : this.high) - this.at;
      this.velocity = -this.velocity;
    }
  }
}

/** Axes of all living bubbles that move alike for 2 ms, so that no wall was between, from the time of the last. */
function naiveAxes(round: Round): { place: number; axis: 'xPx' | 'yPx'; naive: NaiveAxis }[] {
  const [first, second, third] = [0, 1, 1].map((step) => {
    round.advanceTo(round.timeMs + step);
    return living(round);
  });
  const { widthPx, heightPx } = round.rules.field;
  return (third ?? []).flatMap((bubble, place) =>
    (['xPx', 'yPx'] as const).flatMap((axis) => {
      const at = sub(bubble[axis]);
      const before = sub(second?.[place]?.[axis] ?? 0);
      const rises = axis === 'yPx' && round.rules.motion === 'rise';
      const low = rises ? -1e12 : sub(bubble.radiusPx);
      const high = rises ? 1e12 : sub((axis === 'xPx' ? widthPx : heightPx) - bubble.radiusPx);
      const isStraight = at - before === before - sub(first?.[place]?.[axis] ?? 0);
      return isStraight ? [{ place, axis, naive: new NaiveAxis(at, at - before, low, high) }] : [];
    }),
  );
}

/** A field hardly larger than its bubbles: they turn every few ms. */
const narrow: Rules = {
  ...freePlay,
  id: 'narrow',
  field: { widthPx: 64, heightPx: 70 },
  radiusPx: { min: 25, max: 31 },
  speedPxPerS: { min: 300, max: 499 },
};

const seeds = fc.string({ minLength: 1, maxLength: 8 });

describe('the closed form is naive 1 ms stepping, bit for bit', () => {
  test.each([
    ['free play', freePlay, 9_000],
    ['a field hardly larger than its bubbles', narrow, 500],
    [
      'an arena that no bubble leaves',
      { ...arena, id: 'calm', speedPxPerS: { min: 1, max: 1 }, boss: null, driftPxPerS: 120, bubbleCap: steady(6) },
      9_000,
    ],
  ] as const)('in %s', (_name, rules, fromMs) => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const round = start({ ...rules, spawnIntervalMs: steady(600_000), firstSpawnMs: 10, spawnCount: 8 }, { seed });
        round.advanceTo(fromMs);
        const axes = naiveAxes(round);
        const bubble = createBubble();
        while (round.timeMs < fromMs + 20_000) {
          for (const { naive } of axes) naive.step();
          round.advanceTo(round.timeMs + 1);
          for (const { place, axis, naive } of axes) {
            if (sub(round.bubbleAt(place, bubble)[axis]) !== naive.at)
              expect.fail(`${axis} of ${place} at ${round.timeMs}`);
            compared++;
          }
        }
      }),
      { numRuns: 3 },
    );
    expect(compared).toBeGreaterThan(300_000);
  });

  test('also where it is asked for seldom, at any times', () => {
    const times = fc.uniqueArray(fc.integer({ min: 600, max: 59_999 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(seeds, times, fc.constantFrom(freePlay, narrow), (seed, asked, rules) => {
        const seldom = start({ ...rules, spawnIntervalMs: steady(600_000) }, { seed });
        const often = start({ ...rules, spawnIntervalMs: steady(600_000) }, { seed });
        for (const ms of asked.toSorted((a, b) => a - b)) {
          seldom.advanceTo(ms);
          while (often.timeMs < ms) {
            often.advanceTo(Math.min(ms, often.timeMs + 37));
            living(often);
          }
          expect(living(seldom)).toEqual(living(often));
        }
      }),
      { numRuns: 20 },
    );
  });
});

/** Plays a round frame by frame and shows each bubble's last frame and this one. */
function watch(
  rules: Rules,
  seed: string,
  stepMs: number,
  look: (before: Bubble | undefined, now: Bubble) => void,
): void {
  const round = start(rules, { seed });
  let last = new Map<number, Bubble>();
  while (round.advanceTo(round.timeMs + stepMs) === 'ok') {
    const frame = new Map(living(round).map((bubble) => [bubble.id, bubble]));
    for (const [id, bubble] of frame) look(last.get(id), bubble);
    last = frame;
  }
}

describe('a path', () => {
  test.each([
    ['all four walls in free play', freePlay],
    ['all four walls of a narrow field', narrow],
  ] as const)('never leaves the field: %s', (_name, rules) => {
    const { widthPx, heightPx } = rules.field;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 7, max: 60 }), (seed, stepMs) => {
        watch(rules, seed, stepMs, (_before, { xPx, yPx, radiusPx }) => {
          const room = Math.min(xPx, widthPx - xPx, yPx, heightPx - yPx) - radiusPx;
          if (room < 0) expect.fail(`${room} px beyond a wall`);
        });
      }),
      { numRuns: 5 },
    );
  });

  test('never leaves the side walls of the arena, and only rises', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 7, max: 60 }), (seed, stepMs) => {
        watch(arena, seed, stepMs, (before, { xPx, yPx, radiusPx }) => {
          if (Math.min(xPx, 800 - xPx) < radiusPx) expect.fail(`x ${xPx} is beyond a wall`);
          if (yPx > 600 + radiusPx || yPx <= -radiusPx) expect.fail(`y ${yPx} is beyond the field`);
          if (before !== undefined && yPx >= before.yPx) expect.fail('sank');
        });
      }),
      { numRuns: 5 },
    );
  });

  test.each([
    ['free play', freePlay, 180, 180],
    ['the narrow field', narrow, 499, 499],
    ['the arena', arena, 40, 140],
  ] as const)('is continuous: in %s no ms takes it further than its speed', (_name, rules, xSpeed, ySpeed) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        watch({ ...rules, durationMs: 4_000 }, seed, 1, (before, { xPx, yPx }) => {
          if (before === undefined) return;
          const dx = Math.abs(xPx - before.xPx) * 1_000;
          const dy = Math.abs(yPx - before.yPx) * 1_000;
          if (dx > xSpeed || dy > ySpeed) expect.fail(`${dx} ${dy} px/s`);
          if (rules.motion === 'bounce' && dx * dx + dy * dy > xSpeed * xSpeed) expect.fail(`${dx} ${dy} px/s`);
        });
      }),
      { numRuns: 4 },
    );
  });
});

describe('topmostAt', () => {
  test('is the last in drawing order of the bubbles that hold the point', () => {
    const point = fc.tuple(fc.double({ min: 0, max: 800, noNaN: true }), fc.double({ min: 0, max: 600, noNaN: true }));
    fc.assert(
      fc.property(
        fc.constantFrom(freePlay, arena),
        seeds,
        fc.integer({ min: 600, max: 59_000 }),
        point,
        (rules, seed, ms, [xPx, yPx]) => {
          const round = start(rules, { seed });
          round.advanceTo(ms);
          const x = Math.floor(xPx * 4 + 0.5) * (SUB_PER_PX / 4);
          const y = Math.floor(yPx * 4 + 0.5) * (SUB_PER_PX / 4);
          const holds = (bubble: Bubble): boolean => {
            const dx = sub(bubble.xPx) - x;
            const dy = sub(bubble.yPx) - y;
            return dx * dx + dy * dy <= sub(bubble.radiusPx) * sub(bubble.radiusPx);
          };
          expect(round.topmostAt(xPx, yPx)).toBe(living(round).findLastIndex(holds));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([Number.NaN, Infinity, -Infinity, 65_536, 1e9])(
    'finds nothing at %d px beyond a bubble, where there is no field',
    (far) => {
      const round = start(arena);
      round.advanceTo(5_000);
      const { xPx, yPx } = round.bubbleAt(0, createBubble());
      expect(round.topmostAt(xPx, yPx + far)).toBe(-1);
      expect(round.topmostAt(xPx + far, yPx)).toBe(-1);
    },
  );
});
