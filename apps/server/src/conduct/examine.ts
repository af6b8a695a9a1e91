import type { Round } from '@popfray/engine';
import { compareClicks, type Approach } from './approach.ts';
import { measureBends, type Bends } from './bends.ts';
import { measurePace, measureRhythm, type ClickPace, type ClickRhythm } from './click-rhythm.ts';
import { measureLegs, type Legs } from './legs.ts';
import { measureMotion, type Motion } from './motion.ts';
import { gridOf, trackOf } from './pointer-track.ts';
import { sketchPath, type PathSketch } from './repeats.ts';
import { measureSpectrum, type Spectrum } from './spectrum.ts';
import { playStrikes, type Strikes } from './strikes.ts';

/** What is known of how a round was played. */
export interface Examination {
  readonly rhythm: ClickRhythm;
  readonly strikes: Strikes;
  /** Of the path, where there is one. */
  readonly approach: Approach;
  readonly motion: Motion;
  readonly bends: Bends | null;
  readonly legs: Legs | null;
  readonly spectrum: Spectrum | null;
  readonly sketch: PathSketch;
}

/**
 * Plays an input log to the end of a round that is at time 0, and measures how it was played: the clicks, the path of the pointer between
 * them, and how both agree. `path` has `PATH_WORDS` numbers a sample; it is empty for a client that sent none. The round ends as
 * `verifyReplay` would end it.
 */
export function examineRound(round: Round, inputs: Int32Array, path: Int32Array): Examination {
  const strikes = playStrikes(round, inputs);
  round.advanceTo(round.rules.durationMs);
  const track = trackOf(path);
  const grid = gridOf(track);
  const { approach, times, pressTimes } = compareClicks(inputs, track, grid);
  const strikeTimes = Float64Array.from(strikes.clicks, (click) => pressTimes[click] ?? 0);
  return {
    rhythm: measureRhythm(inputs, strikes),
    strikes,
    approach,
    motion: measureMotion(track),
    bends: measureBends(track, times),
    legs: measureLegs(grid, times, { ...strikes, timesMs: strikeTimes }),
    spectrum: measureSpectrum(grid),
    sketch: sketchPath(grid, times),
  };
}

/** The shape of the path of a round, without playing it. */
export function sketchRound(inputs: Int32Array, path: Int32Array): PathSketch {
  const track = trackOf(path);
  const grid = gridOf(track);
  return sketchPath(grid, compareClicks(inputs, track, grid).times);
}

/** Plays an input log to the end of a round that is at time 0, and measures what decides by its clicks alone. */
export function examineClicks(round: Round, inputs: Int32Array): ClickPace {
  const strikes = playStrikes(round, inputs);
  round.advanceTo(round.rules.durationMs);
  return measurePace(inputs, strikes);
}
