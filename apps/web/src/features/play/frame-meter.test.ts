import { describe, expect, test } from 'vitest';
import { FrameMeter } from './frame-meter.ts';

/** Simulates frames of one duration, ms. Returns the last time and the number of measurements. */
function play(meter: FrameMeter, frames: number, lengthMs: number, fromMs = 0) {
  let nowMs = fromMs;
  let readings = 0;
  for (let frame = 0; frame < frames; frame++) {
    if (meter.frame(nowMs)) readings++;
    nowMs += lengthMs;
  }
  return { nowMs, readings };
}

describe('the frame meter', () => {
  test.each([
    [60, 1_000 / 60, 0],
    [144, 1_000 / 144, 0],
    [30, 1_000 / 30, 30],
  ])('reads %i frames a second', (fps, lengthMs, latePerSecond) => {
    const meter = new FrameMeter();
    play(meter, fps + 2, lengthMs);
    expect(meter.fps).toBe(fps);
    expect(Math.abs(meter.late - latePerSecond)).toBeLessThanOrEqual(1);
  });

  test('measures twice a second', () => {
    expect(play(new FrameMeter(), 600, 1_000 / 60).readings).toBeGreaterThanOrEqual(19);
    expect(play(new FrameMeter(), 600, 1_000 / 60).readings).toBeLessThanOrEqual(20);
  });

  test('forgets late frames after ten seconds', () => {
    const meter = new FrameMeter();
    const { nowMs } = play(meter, 41, 50);
    expect(meter.late).toBe(40);
    play(meter, 660, 1_000 / 60, nowMs);
    expect(meter.late).toBe(0);
  });

  test('does not count a hidden tab as a slow frame', () => {
    const meter = new FrameMeter();
    const { nowMs } = play(meter, 40, 1_000 / 60);
    play(meter, 40, 1_000 / 60, nowMs + 30_000);
    expect(meter.late).toBe(0);
    expect(meter.fps).toBe(60);
  });
});
