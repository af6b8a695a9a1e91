/** Transfers that the chain has and a restored database does not. */
export { CAUSES } from './cause.ts';
export { decideDebt } from './debt.ts';
export { decideTransfer } from './decision.ts';
export { openTransfers } from './found-transfer.ts';
export { findFirstBlock, type HouseTransfer, nextBlocks, type ScannedChain, unknownTransfers } from './scan.ts';
export { showPayoutFreeze } from './show.ts';
export { createRestoreTask, freezeAtStart, freezeAtTakeover } from './task.ts';
