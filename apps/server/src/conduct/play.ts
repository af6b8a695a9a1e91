import type { Round } from '@popfray/engine';
import type { ClickPace } from './click-rhythm.ts';
import { examineClicks, examineRound } from './examine.ts';
import { type ConductLimits, DEFAULT_LIMITS, judgeClicks, judgeRound, pathOf, type Reason } from './judge.ts';
import { scorePath } from './model.ts';
import { markRhythm } from './path-marks.ts';
import { compareCopies, type PathSketch } from './repeats.ts';

/** The stored result of an examination of a paid round. */
export interface Conduct extends ClickPace {
  /** Every limit that the player has exceeded; none for most people. */
  readonly reasons: readonly Reason[];
  /** Score of the path (`scorePath`); null without enough of one. */
  readonly pathScore: number | null;
  /** Clicks that the path contradicts, all of them for a client that sent none; null where the server did not ask for a path. */
  readonly contradicted: number | null;
  /** Marks by which a round in the same rhythm is found (`markRhythm`), and the shape of the path; none and null without enough of a path. */
  readonly marks: readonly number[];
  readonly sketch: PathSketch | null;
}

/**
 * Examines the play of one player in a paid round, and judges it. `round` has the round's rules and randomness, is at time 0, and is at its end afterwards.
 * `inputs` are the clicks that the server accepted, `path` the samples of the pointer (`PATH_WORDS` numbers each): empty for a client that sent none although
 * the server asked for it, and null where the server did not ask, so that only the clicks are judged. Takes up to 2 ms (bench: conduct.examine_ms).
 */
export function examinePlay(
  round: Round,
  inputs: Int32Array,
  path: Int32Array | null,
  limits: ConductLimits = DEFAULT_LIMITS,
): Conduct {
  if (path === null) {
    const pace = examineClicks(round, inputs);
    return {
      ...pace,
      reasons: judgeClicks(pace, limits),
      pathScore: null,
      contradicted: null,
      marks: [],
      sketch: null,
    };
  }
  const examination = examineRound(round, inputs, path);
  const { clicks, reactionMedianMs, intervalVariationPct, aimOffsetPct } = examination.rhythm;
  const statistics = pathOf(examination);
  return {
    clicks,
    reactionMedianMs,
    intervalVariationPct,
    aimOffsetPct,
    reasons: judgeRound(examination, limits, { isPathRequired: true }),
    pathScore: statistics === null ? null : scorePath(statistics),
    contradicted: examination.approach.contradicted,
    marks: statistics === null ? [] : markRhythm(examination.sketch.clicks),
    sketch: statistics === null ? null : examination.sketch,
  };
}

/** Whether the path of a round is that of another round in the same rhythm, at any place, size, direction and speed. Takes up to 1 ms. */
export const isCopy = (sketch: PathSketch, other: PathSketch, limits: ConductLimits = DEFAULT_LIMITS): boolean =>
  compareCopies(sketch, other) > limits.repeated;
