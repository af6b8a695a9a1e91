export { KeptRoundList } from './KeptRoundList.tsx';
export { SaveRounds } from './SaveRounds.tsx';
export { findBest, readRound } from './kept-round.ts';
export { keptRounds } from './kept-rounds.ts';
