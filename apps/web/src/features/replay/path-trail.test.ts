import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { readTracedRound, trailAt, type TracedRound } from './path-trail.ts';

/** A round whose path has these samples: ms, x and y in px, device. */
function trace(
  samples: readonly (readonly [number, number, number, number])[],
  clicks: readonly number[],
): TracedRound {
  const words = samples.flatMap(([ms, x, y, device]) => [ms, x * 4, y * 4, device, device === 2 ? 9 : 0]);
  const { bytes } = encodePath(Int32Array.from(words), PATH_START);
  const traced = readTracedRound({ track: bytes, inputs: Int32Array.from(clicks) });
  if (traced === null) throw new Error('the path cannot be read');
  return traced;
}

/** A mouse that moves 100 px to the right in 100 ms, rests until 900 ms, and moves down; with a click and a touch. */
const ROUND = trace(
  [
    [1_000, 100, 200, 0],
    [1_040, 140, 200, 0],
    [1_080, 180, 200, 0],
    [1_100, 200, 200, 0],
    [1_900, 200, 240, 0],
    [1_940, 200, 280, 0],
    [2_100, 600, 500, 2],
  ],
  [1_100, 804, 808],
);

describe('the path of the pointer at a time', () => {
  it.each([
    ['before the first sample nowhere', 999, null],
    ['between two samples on the way', 1_060, { xPx: 160, yPx: 200 }],
    ['in a rest where it stopped', 1_500, { xPx: 200, yPx: 200 }],
    ['at the end of a rest on the way', 1_892, { xPx: 200, yPx: 220 }],
    ['after the last sample there', 50_000, { xPx: 200, yPx: 280 }],
  ])('is %s', (_, timeMs, pointer) => {
    expect(trailAt(ROUND, timeMs).pointer).toEqual(pointer);
  });

  it('has the last second in four parts, the oldest first, without those of a rest', () => {
    expect(trailAt(ROUND, 2_000).parts).toEqual([
      'M100.0 200.0L140.0 200.0L180.0 200.0L200.0 200.0L200.0 200.0',
      '',
      '',
      'M200.0 200.0L200.0 240.0L200.0 280.0L200.0 280.0',
    ]);
    expect(trailAt(ROUND, 3_100).parts).toEqual(['', '', '', '']);
  });

  it('has a ring for each click and each touch of the last 600 ms', () => {
    expect(trailAt(ROUND, 1_250).clicks).toEqual([{ xPx: 201, yPx: 202, age: 0.25 }]);
    expect(trailAt(ROUND, 1_700).clicks).toEqual([]);
    expect(trailAt(ROUND, 1_099).clicks).toEqual([]);
    expect(trailAt(ROUND, 2_400).touches).toEqual([{ xPx: 600, yPx: 500, age: 0.5 }]);
  });

  it.each([
    ['bytes that are no path', { track: Uint8Array.of(255, 255, 255) }],
    ['a replay without a track', {}],
  ])('cannot be read of %s', (_, track) => {
    expect(readTracedRound({ ...track, inputs: new Int32Array(0) })).toBeNull();
  });
});
