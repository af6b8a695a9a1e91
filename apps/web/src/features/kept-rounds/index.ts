export { KeptRoundList } from './KeptRoundList.tsx';
export { SaveRound } from './SaveRound.tsx';
export { findBest, readRound } from './kept-round.ts';
export { keptRounds } from './kept-rounds.ts';
