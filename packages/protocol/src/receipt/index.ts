// A battle's receipt, and what it takes to check one: plays every round of it again.
export { CHECK_NAMES, type Check, type CheckName } from './check.ts';
export { receipt, type Receipt, type ReceiptPlayer } from './receipt.ts';
export { checkReceipt, verifyReceipt, type Verification } from './verify.ts';
