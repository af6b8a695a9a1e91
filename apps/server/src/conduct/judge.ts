import type { HoldReason } from '@popfray/protocol';
import type { ClickPace } from './click-rhythm.ts';
import type { Examination } from './examine.ts';
import { MIN_LEGS } from './legs.ts';
import { scorePath, type PathStatistics } from './model.ts';
import { MIN_MOVING } from './motion.ts';

/** Why a round is held. */
export type Reason = HoldReason;

/**
 * Limits past which a round is held. The caller passes them, because what is published about limits helps programs. There is no setting for them yet.
 */
export interface ConductLimits {
  /**
   * Median time to a strike, ms, in a round without a path. A simple reaction to one expected light takes a person some 200 ms (Woodworth and
   * Schlosberg 1954; the median over the web is 270), and here there is a bubble to choose and a way to go: Fitts's law gives some 350 ms to the
   * next of these bubbles.
   */
  readonly fastMs: number;
  /**
   * Variation of the times between clicks, per cent, in a round without a path. People who tap as evenly as they can vary by 3 to 6 % (Repp
   * 2005), on one spot and for some seconds; over a minute, with ways of different lengths between the taps, by 20 % and more.
   */
  readonly regularPct: number;
  /**
   * Median distance from the centre, per cent of the radius, and the median time to a strike that goes with it, ms, in a round without a path. At
   * the 5 bits a second that people reach with a mouse (MacKenzie 1992), such aim takes about twice as long. A slow player may be exact: by keys,
   * every pop is.
   */
  readonly precisePct: number;
  readonly preciseMs: number;
  /**
   * The same two limits for a round with a path, in which the hand can be seen: people who plan several targets ahead, or click to a beat, are
   * faster and more regular than the limits above, but not than these.
   */
  readonly fastWithPathMs: number;
  readonly regularWithPathPct: number;
  /** Clicks in a round of a minute. The quickest hands keep up 8 a second that long on one spot, without aiming. */
  readonly tirelessClicks: number;
  /**
   * Share of clicks that land on a bubble, per cent. Bubbles cover 18 % of the field, and clicks without aim land on one 23 % of the time; five of 750 such
   * rounds of a minute have 35 % or more. The engine's novice bot lands 80 %. People who click all the time while they move to the next bubble land about half, and a higher limit would
   * hold more of their rounds.
   */
  readonly aimlessPct: number;
  /**
   * The same where the clicks land hardly more often than they would by chance: a score (`scoreAim`), and the share of clicks that goes with it, per cent. Of
   * 16,000 rounds without aim, one has both a higher score or share. A round of which half of the clicks land is never aimless.
   */
  readonly aimScore: number;
  readonly doubtfulAimPct: number;
  /** Share of clicks that the path contradicts, per cent. */
  readonly pathlessPct: number;
  /**
   * Share of long ways that are jumps, per cent. Of recorded people, whose pen is lifted between clicks, it is up to 26. At 100 no round is held for it: a program that
   * claims touch needs no movement either, and a slow machine can look alike.
   */
  readonly jumpedPct: number;
  /** Score of the path (`scorePath`). */
  readonly programScore: number;
  /** How much of the path is in a path of another round (`comparePaths`). */
  readonly repeated: number;
}

export const DEFAULT_LIMITS: ConductLimits = {
  fastMs: 180,
  regularPct: 6,
  precisePct: 8,
  preciseMs: 400,
  fastWithPathMs: 105,
  regularWithPathPct: 2,
  tirelessClicks: 480,
  aimlessPct: 35,
  aimScore: 5,
  doubtfulAimPct: 50,
  pathlessPct: 20,
  jumpedPct: 100,
  programScore: 1.5,
  repeated: 5,
};

/** Fewest clicks, and fewest long ways between them, for which a path is required. */
const FEW_CLICKS = 10;

/** Fewest clicks of which the share that lands says anything: of 30 blind ones, 35 % land by chance in one round of ten. */
export const MIN_AIMED_CLICKS = 30;

/** The path's statistics, when there is enough of it. */
export function pathOf({ motion, bends, legs, spectrum, rhythm }: Examination): PathStatistics | null {
  if (motion.moving < MIN_MOVING || bends === null || legs === null || spectrum === null) return null;
  return legs.legs < MIN_LEGS ? null : { motion, bends, legs, spectrum, aimOffsetPct: rhythm.aimOffsetPct ?? 0 };
}

/** What a click can show alone. */
export type ClickReason = Extract<Reason, 'fast' | 'regular' | 'precise' | 'tireless'>;

/** Every limit that the clicks of a round are past. `hasPath` says whether the hand can be seen in a path. */
export function judgeClicks(rhythm: ClickPace, limits: ConductLimits, hasPath = false): ClickReason[] {
  const { clicks, reactionMedianMs: reaction, intervalVariationPct: variation, aimOffsetPct: offset } = rhythm;
  const reasons: ClickReason[] = [];
  if (reaction !== null && reaction < (hasPath ? limits.fastWithPathMs : limits.fastMs)) reasons.push('fast');
  if (variation !== null && variation < (hasPath ? limits.regularWithPathPct : limits.regularPct))
    reasons.push('regular');
  const isQuick = !hasPath && reaction !== null && reaction < limits.preciseMs;
  if (isQuick && offset !== null && offset < limits.precisePct) reasons.push('precise');
  if (clicks > limits.tirelessClicks) reasons.push('tireless');
  return reasons;
}

/** How a round is judged. */
interface Judging {
  /** Whether the client had to send a path. A round without one is judged by its clicks alone. */
  readonly isPathRequired: boolean;
  /** The highest `comparePaths` with other rounds; 0 when none was compared. */
  readonly repeated?: number;
}

/** Every limit that a round is past. */
export function judgeRound(
  examination: Examination,
  limits: ConductLimits,
  { isPathRequired, repeated = 0 }: Judging,
): Reason[] {
  const path = pathOf(examination);
  const reasons: Reason[] = judgeClicks(examination.rhythm, limits, path !== null);
  if (isAimless(examination, limits)) reasons.push('aimless');
  if (isPathRequired && isPathless(examination, limits)) reasons.push('pathless');
  // A score that is not a number holds the round too.
  if (path !== null && !(scorePath(path) <= limits.programScore)) reasons.push('program');
  if (repeated > limits.repeated) reasons.push('repeated');
  return reasons;
}

/** Whether most clicks have no aim, as in a log that was made for another round. */
function isAimless({ rhythm: { clicks, hitPct, aimScore } }: Examination, limits: ConductLimits): boolean {
  if (clicks < MIN_AIMED_CLICKS || hitPct === null) return false;
  if (hitPct < limits.aimlessPct) return true;
  return hitPct < limits.doubtfulAimPct && aimScore !== null && aimScore < limits.aimScore;
}

/** Whether the clicks are not where the path is, or the path only jumps from click to click. */
function isPathless({ approach, rhythm }: Examination, limits: ConductLimits): boolean {
  const { contradicted, ways, jumped } = approach;
  if (rhythm.clicks >= FEW_CLICKS && 100 * contradicted > limits.pathlessPct * rhythm.clicks) return true;
  return ways >= FEW_CLICKS && 100 * jumped > limits.jumpedPct * ways;
}
