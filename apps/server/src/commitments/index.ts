/** The public list of the commitments of all battles. */
export { listCommitments } from './list.ts';
export { publishCommitment } from './publish.ts';
export { addCommitments } from './routes.ts';
export { findListing } from './show.ts';
export { findFinalDay, MEMO_ID, memoIdOf, memoOf } from './memo.ts';
