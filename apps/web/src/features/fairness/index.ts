export { findListingProblem } from './verification.ts';
