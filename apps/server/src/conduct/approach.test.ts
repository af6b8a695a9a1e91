import { PATH_DEVICES } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { compareClicks } from './approach.ts';
import { gridOf, trackOf } from './pointer-track.ts';

type Place = readonly [timeMs: number, xPx: number, yPx: number];

const trackOfPlaces = (places: readonly Place[]) =>
  trackOf(Int32Array.from(places.flatMap(([ms, x, y]) => [ms, 4 * x, 4 * y, PATH_DEVICES.indexOf('mouse'), 0])));

/** The time of the press that made a click at 1,200 ms at (400, 300), by the path. */
function pressTimeOf(places: readonly Place[]): number | undefined {
  const track = trackOfPlaces(places);
  return compareClicks(Int32Array.of(1_200, 1_600, 1_200), track, gridOf(track)).pressTimes[0];
}

describe('the press that made a click', () => {
  const ARRIVAL: readonly Place[] = [
    [984, 380, 300],
    [1_000, 400, 300],
  ];
  const LEAVING: readonly Place[] = [
    [1_500, 410, 300],
    [1_516, 430, 300],
  ];

  it.each<[string, readonly Place[], number]>([
    ['of a pointer that rests is its sample', [...ARRIVAL, [1_228, 400, 300], ...LEAVING], 1_228],
    ['is the first of two at the same place', [...ARRIVAL, [1_212, 400, 300], [1_300, 400, 300], ...LEAVING], 1_212],
    ['is not that of a click before', [...ARRIVAL, [1_100, 400, 300], [1_228, 400, 300], ...LEAVING], 1_228],
    ['is not before the click, whose sample is rounded down', [...ARRIVAL, [1_196, 400, 300], ...LEAVING], 1_200],
    [
      'of a pointer that moves is its sample',
      [
        [1_184, 360, 300],
        [1_200, 390, 300],
        [1_216, 400, 300],
        [1_232, 420, 300],
      ],
      1_216,
    ],
    ['without a sample has the time of the click', [...ARRIVAL, ...LEAVING], 1_200],
    ['cannot be later than the longest frame', [...ARRIVAL, [1_460, 400, 300], ...LEAVING], 1_200],
    [
      'may be before the click when the pointer has left',
      [...ARRIVAL, [1_060, 430, 300], [1_080, 480, 300], [1_096, 520, 300], [1_112, 560, 300]],
      1_000,
    ],
  ])('%s', (_, places, timeMs) => {
    expect(pressTimeOf(places)).toBe(timeMs);
  });

  it('changes nothing of the movement: a press where the pointer rests is no sample of it', () => {
    const track = trackOfPlaces([...ARRIVAL, [1_228, 400, 300], ...LEAVING]);
    const without = trackOfPlaces([...ARRIVAL, ...LEAVING]);
    expect([...track.rests.t]).toEqual([1_228]);
    expect({ ...track, rests: null }).toEqual({ ...without, rests: null });
    expect(gridOf(track)).toEqual(gridOf(without));
  });
});
