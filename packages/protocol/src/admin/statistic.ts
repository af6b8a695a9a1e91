import { z } from 'zod';

/**
 * Statistics of how a round was played that the desk compares with people, by what they are taken from. docs/conduct.md says what each is. `ms` and
 * `percent` are units; the others have none.
 */
export const STATISTICS = {
  clicks: {
    reactionMedianMs: 'ms',
    spawnReactionMs: 'ms',
    intervalVariationPct: 'percent',
    intervalEntropy: 'none',
    intervalKurtosis: 'none',
    periodicity: 'none',
    aimOffsetPct: 'percent',
    fittsCorrelation: 'none',
    aimRadiusCorrelation: 'none',
    aimSpeedCorrelation: 'none',
    bossClicksPct: 'percent',
  },
  legs: {
    onsetMs: 'ms',
    straightness: 'none',
    straightnessDeviation: 'none',
    halfTimeDeviation: 'none',
    peak: 'none',
    peakVariation: 'none',
    rise: 'none',
    riseVariation: 'none',
    fall: 'none',
    fallVariation: 'none',
    peakTime: 'none',
    corrections: 'none',
    overshoot: 'none',
    clickSpeed: 'none',
    clickLagMs: 'ms',
    clickLagDeviationMs: 'ms',
    dwellMs: 'ms',
    dwellVariation: 'none',
    prompt: 'none',
  },
  path: {
    wobble: 'none',
    surge: 'none',
    bend: 'none',
    wideBend: 'none',
    smoothShare: 'none',
    straightShare: 'none',
    speedCurvature: 'none',
    turn: 'none',
    sameSide: 'none',
    wobbleMemory: 'none',
    jerk: 'none',
    snaps: 'none',
    jumpedPct: 'percent',
    timing: 'none',
    tremor: 'none',
    above: 'none',
    cornerAtClicks: 'none',
  },
} as const;

export type StatisticGroup = keyof typeof STATISTICS;
type NameIn<Group extends StatisticGroup> = keyof (typeof STATISTICS)[Group];
export type StatisticName = { [Group in StatisticGroup]: NameIn<Group> }[StatisticGroup];

/** Names of all statistics, in their order on the desk. */
export const STATISTIC_NAMES: readonly StatisticName[] = Object.values(STATISTICS).flatMap(
  (group) => Object.keys(group) as StatisticName[],
);

/** A statistic of a round, and where the rounds of people lie. */
export const statistic = z.object({
  name: z.enum(STATISTIC_NAMES),
  value: z.number(),
  /** Percentiles of people: 1, 50 and 99. */
  low: z.number(),
  median: z.number(),
  high: z.number(),
});
export type Statistic = z.infer<typeof statistic>;

/** The statistics that a round has enough clicks or movement for, and the people that they are compared with. */
export const comparison = z.object({
  statistics: z.array(statistic),
  /** People whose recorded paths were measured, and minutes of them. */
  people: z.int(),
  minutes: z.int(),
  /** When they were measured, ISO 8601 date. */
  measuredOn: z.string(),
});
export type Comparison = z.infer<typeof comparison>;
