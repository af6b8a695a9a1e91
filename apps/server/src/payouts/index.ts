/** Payouts of the house, and whether they are frozen. */
export { confirmPaid } from './ending.ts';
export { arePayoutsFrozen, changeScan, findScan, freezePayouts } from './freeze.ts';
export { judgeStart, readBootId, resetHighWater } from './high-water.ts';
export { PAYOUT_LIFE_MS } from './lifetime.ts';
export { findLiving, findPayout, payoutsOf, RESTORED_ID, showWithdrawal } from './payout.ts';
export { queuePayout } from './queue.ts';
export { giveBack, type PayoutWish, rescuePayout, unfinishedPayouts, type WishError } from './rescue.ts';
export { addWithdrawals } from './routes.ts';
export { queueRootMemo } from './root-memo.ts';
export { settlePayouts } from './settlement.ts';
export { firstWaitOf } from './withdrawal.ts';
