import type { Comparison, StatisticName } from '@popfray/protocol/admin';

/** How people play: percentiles 1, 50 and 99 of each statistic. */
interface People extends Omit<Comparison, 'statistics'> {
  readonly percentiles: Readonly<Record<StatisticName, readonly [low: number, median: number, high: number]>>;
}

/** Recorded paths of people, moved onto bubbles. bench/src/conduct-people.ts prints this; docs/conduct.md says from what. */
export const PEOPLE: People = {
  people: 40,
  minutes: 112,
  measuredOn: '2026-11-23',
  percentiles: {
    reactionMedianMs: [153, 320, 855],
    spawnReactionMs: [445, 705, 1540],
    intervalVariationPct: [8, 71, 134],
    intervalEntropy: [2.27, 3.62, 4.86],
    intervalKurtosis: [-1.07, 0.651, 13.7],
    periodicity: [0.295, 0.743, 0.948],
    aimOffsetPct: [15, 34, 59],
    fittsCorrelation: [-0.187, 0.0917, 0.432],
    aimRadiusCorrelation: [0.163, 0.448, 0.652],
    aimSpeedCorrelation: [-0.484, -0.266, 0.0441],
    onsetMs: [0, 0, 32],
    straightness: [0.542, 0.785, 0.927],
    straightnessDeviation: [0.223, 0.287, 0.332],
    halfTimeDeviation: [0.064, 0.105, 0.223],
    peak: [1.59, 1.87, 3.38],
    peakVariation: [0.138, 0.254, 0.622],
    corrections: [1.8, 2.7, 6.64],
    overshoot: [0.0909, 0.217, 0.414],
    clickSpeed: [0.0593, 0.244, 0.609],
    clickLagMs: [-128, -16, 16],
    clickLagDeviationMs: [36.4, 81.5, 108],
    dwellMs: [26, 92, 209],
    dwellVariation: [0.31, 0.494, 2.52],
    prompt: [0, 0.101, 0.604],
    wobble: [0.022, 0.0467, 0.102],
    surge: [0.0565, 0.129, 0.288],
    bend: [0.0187, 0.0495, 0.116],
    wideBend: [0.0297, 0.098, 0.26],
    smoothShare: [0.0785, 0.214, 0.676],
    straightShare: [0.0675, 0.155, 0.372],
    speedCurvature: [-0.838, -0.722, -0.475],
    turn: [0.0656, 0.162, 0.309],
    sameSide: [0.432, 0.637, 0.779],
    wobbleMemory: [-0.561, -0.373, -0.168],
    jerk: [0.256, 0.581, 1.23],
    snaps: [0, 0.844, 8.38],
    timing: [0.0444, 0.196, 0.637],
    tremor: [0.214, 0.486, 4.02],
    above: [0.127, 0.444, 7.2],
    cornerAtClicks: [0.771, 1.51, 2.84],
  },
};
