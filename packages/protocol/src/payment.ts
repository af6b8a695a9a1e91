import { z } from 'zod';
import { address, id, sun, timeMs, txid, upgradeId } from './field.ts';
import { skinId } from './skin.ts';

/**
 * Where a payment stands. `awaiting` the wallet's signature; `sent` to the network; `confirming`: seen, not final; `applied`: final,
 * and what it was for is given; `refunded` to the player's balance; `expired` and `cancelled`: nothing was paid; `failed` on the network.
 */
export const PAYMENT_STATUSES = [
  'awaiting',
  'sent',
  'confirming',
  'applied',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * What a payment is for: an `upgrade`, a `skin`, the `entry` fee of a session, or a `deposit` to the player's balance. `recovered`: a transfer without an
 * intent, which was added to the balance.
 */
export const PAYMENT_PURPOSES = ['upgrade', 'skin', 'entry', 'deposit', 'recovered'] as const;

/**
 * Where the money of a payment comes from: the player's `wallet`, by a transaction, or the player's `balance` here, at once and without
 * the network.
 */
export const PAYMENT_SOURCES = ['wallet', 'balance'] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/**
 * How a caller wants to pay. Left out: from the wallet. From the balance the caller chooses the payment's id: the same id again is
 * the same payment, so a request that was sent twice pays once.
 */
export const payFrom = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('wallet') }),
  z.strictObject({ source: z.literal('balance'), paymentId: id }),
]);
export type PayFrom = z.infer<typeof payFrom>;

/** A payment to the house, from its intent on. */
export const payment = z.object({
  id,
  source: z.enum(PAYMENT_SOURCES),
  purpose: z.enum(PAYMENT_PURPOSES),
  upgradeId: upgradeId.nullable(),
  /** The skin that it buys; null for anything else. */
  skinId: skinId.nullable(),
  /** The session whose entry fee it is; null for anything else. */
  sessionId: id.nullable(),
  amountSun: sun,
  to: address,
  status: z.enum(PAYMENT_STATUSES),
  createdAt: timeMs,
  expiresAt: timeMs,
  txid: txid.nullable(),
  /** The transaction to sign, as JSON text, while `awaiting`. */
  unsigned: z.string().nullable(),
  blockNumber: z.int().nullable(),
  explorerUrl: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

/** Payments of a player, newest first. */
export const paymentList = z.array(payment);

/** Where a withdrawal stands. `stuck`: the operator has to look; nothing is lost. */
export const WITHDRAWAL_STATUSES = ['queued', 'sent', 'confirmed', 'returned', 'stuck'] as const;

/** A payout of a player's balance to the player's wallet. */
export const withdrawal = z.object({
  id,
  /** What arrives in the wallet. */
  amountSun: sun,
  /** What was taken from the balance besides, for the network's fee; 0 where the house pays it. */
  feeSun: sun,
  status: z.enum(WITHDRAWAL_STATUSES),
  txid: txid.nullable(),
  blockNumber: z.int().nullable(),
  explorerUrl: z.string().nullable(),
  createdAt: timeMs,
  /** It is not sent before this time, because it is the player's first; null when it is sent at once. */
  notBefore: timeMs.nullable(),
  confirmedAt: timeMs.nullable(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** Withdrawals of a player, newest first. */
export const withdrawalList = z.array(withdrawal);

/** What a withdrawal to the player's wallet costs now. */
export const withdrawalTerms = z.object({
  /** What the network takes for a transfer to this wallet, and is taken from a withdrawal of less than `freeFromSun`. */
  feeSun: sun,
  /** From this amount on the house pays the fee. */
  freeFromSun: sun,
  /** A withdrawal that is requested now is not sent before this time, because it is the player's first; null when it is sent at once. */
  notBefore: timeMs.nullable(),
});
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>;
