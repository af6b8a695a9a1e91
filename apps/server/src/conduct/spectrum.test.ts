import { expect, it } from 'vitest';
import { STEP_MS, type TrackGrid } from './pointer-track.ts';
import { measureSpectrum, type Spectrum } from './spectrum.ts';

/** A pointer that moves to and fro three times a second, and trembles at a frequency besides, Hz. */
function moveWith(hz: number, tremblePx: number, seconds = 20): Spectrum | null {
  const count = (seconds * 1_000) / STEP_MS;
  const grid: TrackGrid = { x: new Float64Array(count), y: new Float64Array(count), step: new Float64Array(count) };
  for (let at = 0; at < count; at++) {
    const s = (at * STEP_MS) / 1_000;
    grid.x[at] = 400 + 100 * Math.sin(2 * Math.PI * 3 * s) + tremblePx * Math.sin(2 * Math.PI * hz * s);
  }
  for (let at = 0; at + 1 < count; at++) grid.step[at] = Math.abs((grid.x[at + 1] ?? 0) - (grid.x[at] ?? 0));
  return measureSpectrum(grid);
}

it('finds a tremor of 10 Hz, and what is above it, each in its own band', () => {
  const calm = moveWith(10, 0);
  const tremor = moveWith(9.8, 4);
  const above = moveWith(19.5, 4);
  if (calm === null || tremor === null || above === null) throw new Error('There is no spectrum.');
  expect(tremor.tremor).toBeGreaterThan(20 * calm.tremor);
  expect(tremor.above).toBeLessThan(3 * calm.above);
  expect(above.above).toBeGreaterThan(20 * calm.above);
  expect(above.tremor).toBeLessThan(3 * calm.tremor);
});

it('grows with the square of the tremor', () => {
  const [one, two] = [moveWith(9.8, 10), moveWith(9.8, 20)];
  expect((two?.tremor ?? 0) / (one?.tremor ?? 1)).toBeGreaterThan(3.5);
  expect((two?.tremor ?? 0) / (one?.tremor ?? 1)).toBeLessThan(4.5);
});

it('is none for a few seconds, or for a pointer that rests', () => {
  expect(moveWith(10, 4, 4)).toBeNull();
  const rest = new Float64Array(2_000);
  expect(measureSpectrum({ x: rest, y: rest, step: rest })).toBeNull();
});
