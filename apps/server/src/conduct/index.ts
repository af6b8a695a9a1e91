/** How rounds are played: statistics of clicks and of the pointer's path, and the reasons to hold a round for review. */
export { limitsAppliedTo } from './applied-limits.ts';
export { intervalsOf, type ClickPace } from './click-rhythm.ts';
export { examineClicks, examineRound, type Examination, sketchRound } from './examine.ts';
export { DEFAULT_LIMITS, judgeClicks, judgeRound, pathOf, type Reason } from './judge.ts';
export { FEATURES, scorePath, sizeOf, standardise } from './model.ts';
export { compareWithPeople, readStatistic } from './comparison.ts';
export { countShared, FEWEST_SHARED } from './path-marks.ts';
export { examinePlay, isCopy, type Conduct } from './play.ts';
export { comparePaths, type PathSketch } from './repeats.ts';
export { INPUT_WORDS, playStrikes } from './strikes.ts';
export type { Weights } from './weights.ts';
