// Money: sun and its text.
export { makeTrx, parseTrx, SUN_PER_TRX } from './money.ts';
export { CHALLENGE_MS, MAX_USERNAME, MAX_WITHDRAWALS_A_DAY, MIN_WITHDRAWAL_SUN, PAYMENT_MS } from './economy.ts';

// Failures: codes and words.
export { FAILURES, type FailureCode } from './failure.ts';
export { failureBody, type FailureBody } from './failure-body.ts';

// Limits: how often a call can be made.
export { LIMITS, NETWORK_SHARE, type LimitName, type RateLimit } from './limit.ts';

// Calls: what can be asked, and the schemas of body, query and answer.
export { COMMON_FAILURES, type Call } from './call.ts';
export { CALLS, PARAMETERS, type CallName } from './calls.ts';
export { ENTRY_KINDS, type EntryKind, type LedgerLine, type LedgerPage } from './ledger.ts';
export { PAYMENT_STATUSES, WITHDRAWAL_STATUSES, type Payment, type PaymentStatus, type Withdrawal } from './payment.ts';
export { type Platform } from './platform.ts';
export { GAME_MODES, type Challenge, type Player, type SignedIn } from './player.ts';
export { ROUND_STATUSES, type RoundPage, type SoloTerms, type Ticket, type VerifiedRound } from './round.ts';
export { type ActiveUpgrade, type PurchaseRecord, type UpgradeOffer } from './upgrade.ts';
