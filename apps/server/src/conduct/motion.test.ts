import { expect, it } from 'vitest';
import { measureMotion, type Motion } from './motion.ts';

const SAMPLES = 400;

/** A pointer that goes round an ellipse, samples `intervals` ms apart in turn. */
function goRound(widthPx: number, heightPx: number, intervals: readonly number[] = [16]): Motion {
  const t = new Float64Array(SAMPLES);
  for (let at = 1; at < SAMPLES; at++) t[at] = (t[at - 1] ?? 0) + (intervals[at % intervals.length] ?? 16);
  const angle = (ms: number): number => (2 * Math.PI * ms) / 1_200;
  const none = new Float64Array(0);
  return measureMotion({
    t,
    x: t.map((ms) => 400 + (widthPx / 2) * Math.cos(angle(ms))),
    y: t.map((ms) => 300 + (heightPx / 2) * Math.sin(angle(ms))),
    rests: { t: none, x: none, y: none },
    touches: { t: none, x: none, y: none, radius: none },
    keys: none,
  });
}

it('has slower movement where it is bent more, as a hand has on an ellipse', () => {
  expect(goRound(600, 300).speedCurvature).toBeLessThan(-0.95);
});

it('has a variation of the time between samples', () => {
  expect(goRound(600, 300).timing).toBe(0);
  // Half of the times are 12 ms, the median is 20.
  expect(goRound(600, 300, [12, 20]).timing).toBeCloseTo(0.2, 1);
});

it('has turns to one side all the time on an ellipse, and a turn of a full angle over the samples of a round', () => {
  const circle = goRound(500, 500);
  expect(circle.sameSide).toBe(1);
  expect(circle.turn).toBeCloseTo((2 * Math.PI * 16) / 1_200, 3);
  expect(circle.snaps).toBe(0);
});
