import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClockSync, rateQuality } from './clock-sync.ts';

/** How far the server's clock is ahead of the page's. */
const AHEAD_MS = 1_790_000_000_000;

/** An answer that takes `thereMs` there and `backMs` back. */
function ask(clock: ClockSync, nowMs: number, thereMs: number, backMs: number, aheadMs = AHEAD_MS): void {
  clock.note(nowMs - thereMs - backMs, nowMs - backMs + aheadMs, nowMs);
}

describe('the server’s clock as a page knows it', () => {
  test('is unknown before anything is heard', () => {
    const clock = new ClockSync();
    expect(clock.read(1_000)).toBeNaN();
  });

  test('takes a hint until there is an answer, which counts at once', () => {
    const clock = new ClockSync();
    clock.hint(AHEAD_MS + 920, 1_000);
    expect(clock.read(1_000)).toBe(AHEAD_MS + 920);
    ask(clock, 1_100, 40, 40);
    expect(clock.read(1_100)).toBe(AHEAD_MS + 1_100);
    clock.hint(0, 1_200);
    expect(clock.read(1_200)).toBe(AHEAD_MS + 1_200);
  });

  test('believes the answer with the shortest way', () => {
    const clock = new ClockSync();
    ask(clock, 1_000, 30, 30);
    ask(clock, 1_200, 400, 20);
    ask(clock, 1_400, 20, 600);
    expect(clock.read(9_000)).toBe(AHEAD_MS + 9_000);
    expect(clock.roundTripMs).toBe(420);
  });

  test('leaps forwards to the time of a server that is far ahead', () => {
    const clock = new ClockSync();
    ask(clock, 1_000, 30, 30);
    for (let nowMs = 3_000; nowMs < 20_000; nowMs += 2_000) ask(clock, nowMs, 5, 5, AHEAD_MS + 500);
    expect(clock.read(20_000)).toBe(AHEAD_MS + 20_500);
  });

  test.each([
    [60, 40],
    [-60, 40],
    [-400, 40],
  ])('makes an error of %i ms good without going back', (errorMs, stepMs) => {
    const clock = new ClockSync();
    ask(clock, 1_000, 5, 5, AHEAD_MS);
    clock.read(1_000);
    clock.forget();
    let before = clock.read(1_100);
    ask(clock, 1_100, 1, 1, AHEAD_MS + errorMs);
    for (let nowMs = 1_100 + stepMs; nowMs < 6_000; nowMs += stepMs) {
      const read = clock.read(nowMs);
      expect(read).toBeGreaterThan(before);
      before = read;
    }
    expect(before).toBeCloseTo(AHEAD_MS + errorMs + 1_100 + Math.floor(4_899 / stepMs) * stepMs, 3);
  });

  test.each([300, -300])('stays within 6 ms of a clock that drifts by %i ppm, for as long as a round lasts', (ppm) => {
    const clock = new ClockSync();
    const serverMs = (nowMs: number): number => AHEAD_MS + nowMs * (1 + ppm / 1_000_000);
    for (let nowMs = 0; nowMs <= 66_000; nowMs += 16) {
      if (nowMs % 2_000 < 16) clock.note(nowMs, serverMs(nowMs + 20), nowMs + 40);
      expect(Math.abs(clock.read(nowMs + 40) - serverMs(nowMs + 40))).toBeLessThan(6);
    }
  });

  test('never goes back, with any readings after the first', () => {
    const answer = fc.record({
      waitMs: fc.integer({ min: 0, max: 3_000 }),
      thereMs: fc.integer({ min: 0, max: 900 }),
      backMs: fc.integer({ min: 0, max: 900 }),
      driftMs: fc.integer({ min: -500, max: 500 }),
    });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 30 }), (answers) => {
        const clock = new ClockSync();
        ask(clock, 2_000, 10, 10);
        let nowMs = 2_000;
        let before = clock.read(nowMs);
        for (const { waitMs, thereMs, backMs, driftMs } of answers) {
          for (const endMs = nowMs + waitMs; nowMs < endMs; nowMs += 17) {
            const read = clock.read(nowMs);
            expect(read).toBeGreaterThanOrEqual(before);
            before = read;
          }
          ask(clock, nowMs, thereMs, backMs, AHEAD_MS + driftMs);
        }
      }),
    );
  });

  test('passes over an answer from before its question', () => {
    const clock = new ClockSync();
    clock.note(2_000, AHEAD_MS, 1_000);
    clock.note(Number.NaN, AHEAD_MS, 1_000);
    expect(clock.read(1_000)).toBeNaN();
  });
});

describe('the quality of a connection', () => {
  test.each([
    [20, 3, false, 'good'],
    [200, 10, false, 'fair'],
    [100, 90, false, 'fair'],
    [600, 10, false, 'poor'],
    [100, 200, false, 'poor'],
    [20, 3, true, 'poor'],
  ] as const)(
    'with %i ms there and back, %i ms of jitter, clicks lost: %s, is %s',
    (roundTripMs, jitterMs, isLate, quality) => {
      expect(rateQuality({ roundTripMs, jitterMs }, isLate)).toBe(quality);
    },
  );
});
