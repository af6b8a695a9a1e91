/** Paid solo rounds: replays, conduct, reviews and the day's budget. */
export { budgetLeftSun } from './budget.ts';
export { playAgain, type Replayed, replayRound } from './replayed.ts';
export { countHeld, decideRound, reviewsOf, reviewsOfPlayer, showReviewStory } from './review.ts';
export { findPlayed, findRound, reasonsOf, showRound, summaryOf } from './round.ts';
export { addRounds } from './routes.ts';
export { settleRound } from './settle.ts';
export { isOfTicket, loadoutOf, SOLO_RULES } from './solo-rules.ts';
export { studyReplay } from './study.ts';
