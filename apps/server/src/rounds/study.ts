import { decodeReplay } from '@popfray/engine';
import { BATTLE_MS, decodePath, PATH_START } from '@popfray/protocol/battle';
import type { Histogram, ReviewStory } from '@popfray/protocol/admin';
import { compareWithPeople, examineRound, intervalsOf, limitsAppliedTo } from '../conduct/index.ts';
import { startRound } from './replayed.ts';

/** How a round was played, click by click, for a person to judge. */
export type Study = Pick<
  ReviewStory,
  'intervals' | 'reactions' | 'offsets' | 'aims' | 'hitPct' | 'aimScore' | 'clicksByDevice' | 'comparison' | 'limits'
>;

/** Bars of times: 50 ms each, to 2 s; and of distances from a bubble's centre: 5 % of its radius each, to the rim. */
const TIMES = { width: 50, bars: 40 } as const;
const DISTANCES = { width: 5, bars: 20 } as const;

/** Most strikes whose places are shown. */
const MAX_AIMS = 1_000;

const NO_PATH = new Int32Array(0);

/** Looks at a replay that was verified when it came in, and at the pointer's path, if one was sent. Throws for what cannot be played or read. */
export function studyReplay(bytes: Uint8Array, path: Uint8Array | null): Study {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(`a verified replay cannot be read: ${decoded.error.code}`);
  const { inputs } = decoded.value;
  const samples = path === null ? NO_PATH : readSamples(path);
  const examination = examineRound(startRound(decoded.value), inputs, samples);
  const { hitPct, aimScore } = examination.rhythm;
  const { pointerClicks: mouse, touchClicks: touch, keyClicks: keyboard } = examination.approach;
  const { reactionsMs, offsetsPct, rightPct, downPct, count } = examination.strikes;
  return {
    intervals: makeHistogram(intervalsOf(inputs), TIMES),
    reactions: makeHistogram(reactionsMs.subarray(0, count), TIMES),
    offsets: makeHistogram(offsetsPct.subarray(0, count), DISTANCES),
    aims: Array.from({ length: Math.min(count, MAX_AIMS) }, (_, strike) => ({
      x: Math.round(rightPct[strike] ?? 0),
      y: Math.round(downPct[strike] ?? 0),
    })),
    hitPct: hitPct === null ? null : Math.floor(hitPct),
    aimScore: aimScore === null ? null : Math.floor(10 * aimScore) / 10,
    clicksByDevice: samples.length === 0 ? null : { mouse, touch, keyboard },
    comparison: compareWithPeople(examination),
    limits: limitsAppliedTo(examination),
  };
}

function readSamples(path: Uint8Array): Int32Array {
  const part = decodePath(path, PATH_START, BATTLE_MS);
  if (!part.ok) throw new Error(`a stored path cannot be read: ${part.error}`);
  return part.value.samples;
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
