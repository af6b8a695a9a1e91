import { decodeReplay } from '@popfray/engine';
import type { Histogram, ReviewStory } from '@popfray/protocol/admin';
import { intervalsOf, playStrikes } from '../conduct/index.ts';
import { startRound } from './replayed.ts';

/** How a round was played, click by click, for a person to judge. */
export type Study = Pick<ReviewStory, 'intervals' | 'reactions' | 'offsets' | 'aims'>;

/** Bars of times: 50 ms each, to 2 s; and of distances from a bubble's centre: 5 % of its radius each, to the rim. */
const TIMES = { width: 50, bars: 40 } as const;
const DISTANCES = { width: 5, bars: 20 } as const;

/** Most strikes whose places are shown. */
const MAX_AIMS = 1_000;

/** Looks at a replay that was verified when it came in. Throws for one that cannot be played. */
export function studyReplay(bytes: Uint8Array): Study {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(`a verified replay cannot be read: ${decoded.error.code}`);
  const { inputs } = decoded.value;
  const { reactionsMs, offsetsPct, rightPct, downPct, count } = playStrikes(startRound(decoded.value), inputs);
  return {
    intervals: makeHistogram(intervalsOf(inputs), TIMES),
    reactions: makeHistogram(reactionsMs.subarray(0, count), TIMES),
    offsets: makeHistogram(offsetsPct.subarray(0, count), DISTANCES),
    aims: Array.from({ length: Math.min(count, MAX_AIMS) }, (_, strike) => ({
      x: Math.round(rightPct[strike] ?? 0),
      y: Math.round(downPct[strike] ?? 0),
    })),
  };
}

/** Counts values by bars of the same width, from 0 on; one more has what lies beyond. */
function makeHistogram(
  values: Iterable<number>,
  { width, bars }: { readonly width: number; readonly bars: number },
): Histogram {
  const counts = Array.from({ length: bars + 1 }, () => 0);
  for (const value of values) {
    const bar = Math.min(bars, Math.max(0, Math.floor(value / width)));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return { width, counts };
}
