// A battle's receipt, and what it takes to check one: plays every round of it again.
export {
  checkEntry,
  checkList,
  LIST_PROBLEMS,
  type CommitmentList,
  type ListProblem,
  type SeenEntry,
} from './check-commitments.ts';
export {
  COMMITMENT_PAGE,
  commitmentPage,
  dayOf,
  makeFirstHead,
  makeHead,
  NO_ROOT,
  type CommitmentEntry,
  type CommitmentPage,
  type Listing,
} from './commitments.ts';
export { CHECK_NAMES, type Check, type CheckName } from './check.ts';
export { receipt, type Receipt, type ReceiptPlayer } from './receipt.ts';
export { checkReceipt, verifyReceipt, type Verification } from './verify.ts';
