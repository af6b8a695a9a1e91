/** Double-entry bookkeeping, its audit, and the pause of paid play. */
export { auditLedger, type KindTotal } from './audit.ts';
export {
  type AccountName,
  balanceOf,
  CHAIN_IN,
  CHAIN_OUT,
  escrowAccount,
  FEES,
  hasEntry,
  HOUSE,
  PAYOUTS,
  playerAccount,
  postEntry,
  RESTORED_DEBTS,
  REWARD_BUDGET,
} from './ledger.ts';
export { lines } from './lines.ts';
export { findPause, isPaused, pause, resume } from './pause.ts';
