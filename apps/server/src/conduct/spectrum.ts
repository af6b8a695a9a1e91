import { STEP_MS, type TrackGrid } from './pointer-track.ts';

/** Length of a window, grid steps: about a second. */
const WINDOW = 64;

/** Bands, Hz: voluntary movement; physiological tremor (8 to 12 Hz, Elble and Randall 1978); above a hand's range. */
const BANDS = { voluntary: [1.95, 3.9, 5.9], tremor: [7.8, 9.8, 11.7], above: [15.6, 19.5, 23.4] } as const;

/** Power of the pointer's acceleration in the bands of tremor and above, over its power in voluntary movement. */
export interface Spectrum {
  readonly tremor: number;
  readonly above: number;
}

/** Measures the windows in which the pointer moves; null when there are fewer than five. */
export function measureSpectrum(grid: TrackGrid): Spectrum | null {
  const tremors: number[] = [];
  const aboves: number[] = [];
  for (let from = 1; from + WINDOW < grid.x.length; from += WINDOW) {
    let way = 0;
    for (let at = from; at < from + WINDOW; at++) way += grid.step[at]!;
    if (way < 100) continue;
    const voluntary = powerIn(grid, from, BANDS.voluntary);
    tremors.push(powerIn(grid, from, BANDS.tremor) / voluntary);
    aboves.push(powerIn(grid, from, BANDS.above) / voluntary);
  }
  if (tremors.length < 5) return null;
  return { tremor: middle(tremors), above: middle(aboves) };
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Sum of the powers at some frequencies, by Goertzel's algorithm. */
function powerIn(grid: TrackGrid, from: number, frequencies: readonly number[]): number {
  let power = 1e-6;
  for (const frequency of frequencies) {
    const factor = 2 * Math.cos((2 * Math.PI * frequency * STEP_MS) / 1_000);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let at = from; at < from + WINDOW; at++) {
      const x0 = grid.x[at + 1]! - 2 * grid.x[at]! + grid.x[at - 1]! + factor * x1 - x2;
      const y0 = grid.y[at + 1]! - 2 * grid.y[at]! + grid.y[at - 1]! + factor * y1 - y2;
      [x2, x1, y2, y1] = [x1, x0, y1, y0];
    }
    power += x1 * x1 + x2 * x2 - factor * x1 * x2 + y1 * y1 + y2 * y2 - factor * y1 * y2;
  }
  return power;
}
