import { z } from 'zod';
import { signedSun, sun, timeMs } from './field.ts';

/** Kinds of ledger entries that touch a player's balance. */
export const ENTRY_KINDS = [
  'round-reward',
  'deposit',
  'purchase',
  'refund',
  'withdrawal',
  'withdrawal-return',
  'withdrawal-sent',
  'entry-fee',
  'entry-refund',
  'battle-share',
  'network-fee',
  'reward-budget',
  'restored-debt',
  'commitment-memo',
  'adjustment',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One line of a player's account. */
export const ledgerLine = z.object({
  id: z.int(),
  kind: z.enum(ENTRY_KINDS),
  amountSun: signedSun,
  /** The balance after it. */
  balanceSun: sun,
  /** What it was for: a round's, payment's or withdrawal's id. */
  reference: z.string(),
  createdAt: timeMs,
});
export type LedgerLine = z.infer<typeof ledgerLine>;

/** A page of a player's account, newest first. */
export const ledgerPage = z.object({
  balanceSun: sun,
  lines: z.array(ledgerLine),
  /** Give it as `before` for the next page; null when this is the last. */
  next: z.int().nullable(),
});
export type LedgerPage = z.infer<typeof ledgerPage>;
