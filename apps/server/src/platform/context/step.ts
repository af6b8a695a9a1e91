/**
 * Points between two durable steps that concern money. `Context.onStep` is called with each, right after a commit or a broadcast. A process
 * that is killed at any of them must lose nothing and do nothing twice: testing/crash.test.ts kills it there.
 */
export const STEPS = [
  /** An intent and its unsigned transaction are on the disk. */
  'payment.created',
  /** The player cancelled it. */
  'payment.cancelled',
  /** The signed bytes are stored and have not been sent. */
  'payment.persisted',
  /** They were sent to the chain. */
  'payment.broadcast',
  /** The player named a transaction that is not final. */
  'payment.claimed',
  /** The chain has seen it. */
  'payment.seen',
  /** The balance has paid, and the player has what was paid for. */
  'payment.paid-from-balance',
  'payment.applied',
  'payment.refunded',
  'payment.failed',
  'payment.expired',

  /** A withdrawal has left the player's balance. */
  'payout.queued',
  /** Its transaction exists in memory only, unsigned. */
  'payout.built',
  /** Its signed transaction exists in memory only. */
  'payout.signed',
  /** The signed bytes are stored and have not been sent. */
  'payout.persisted',
  /** They were sent to the chain. */
  'payout.broadcast',
  /** Its transaction can never be included any more. */
  'payout.dead',
  'payout.confirmed',

  /** The house's transfers in some final blocks, and the last block read, are stored. */
  'transfer.scanned',
  /** A transfer of the house that was missing in the database is in the ledger. */
  'transfer.booked',

  /** A round's reward is in the ledger. */
  'round.credited',

  /** A seat is paid. */
  'entry.taken',
  /** A player has left a paid seat, and the fee is on the balance. */
  'entry.refunded',
  /** A battle's results, shares and payouts are stored. */
  'battle.settled',
  /** A session ended without a settlement, and every fee is back on its player's balance. */
  'session.refunded',
] as const;

/** One of `STEPS`. */
export type Step = (typeof STEPS)[number];
