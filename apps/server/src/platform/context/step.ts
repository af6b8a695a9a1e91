/**
 * Points between two durable steps of money, each told to `Context.onStep` right after something was committed, or handed to
 * the chain. A process that dies at any of them must lose nothing and do nothing twice: testing/crash.test.ts kills it there.
 */
export const STEPS = [
  /** An intent and its unsigned transaction are on the disk. */
  'payment.created',
  /** The player gave it up. */
  'payment.cancelled',
  /** The signed bytes are on the disk; nobody else has them. */
  'payment.persisted',
  /** The chain was handed them. */
  'payment.broadcast',
  /** The player named a transaction that is not final. */
  'payment.claimed',
  /** The chain has seen it. */
  'payment.seen',
  /** The balance has paid, and what was paid for is given. */
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
  /** The signed bytes are on the disk; nobody else has them. */
  'payout.persisted',
  /** The chain was handed them. */
  'payout.broadcast',
  /** Its transaction can never be included any more. */
  'payout.dead',
  'payout.confirmed',

  /** What some final blocks had of the house's transfers is on the disk, and how far they were read. */
  'transfer.scanned',
  /** A transfer that the house made and the database did not know is in the ledger. */
  'transfer.booked',

  /** A round's reward is in the ledger. */
  'round.credited',

  /** A seat is paid. */
  'entry.taken',
  /** A player has left a paid seat, and the fee is on the balance. */
  'entry.refunded',
  /** A battle's results, shares and payouts are on the disk. */
  'battle.settled',
  /** A session came to nothing, and every fee of it is back on its player's balance. */
  'session.refunded',
] as const;

/** One of `STEPS`. */
export type Step = (typeof STEPS)[number];
