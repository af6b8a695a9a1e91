/** Paid solo rounds: tickets, replays, conduct, reviews and the day's budget. */
export { budgetLeftSun } from './budget.ts';
export { type Replayed, replayRound } from './replayed.ts';
export { countHeld, decideRound, reviewsOf, reviewsOfPlayer, showReviewStory } from './review.ts';
export { findRound, showRound } from './round.ts';
export { addRounds } from './routes.ts';
export { isOfTicket } from './ticket.ts';
