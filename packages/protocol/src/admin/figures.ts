import { z } from 'zod';
import { signedSun, sun, timeMs, txid } from '../field.ts';
import { PAYMENT_SOURCES } from '../payment.ts';

/** A day by UTC: `2026-01-15`. */
export const day = z.iso.date();

/** SPEC section 3, admin data: the cards. Amounts are TRX as text, here and wherever the specification names a field. */
export const adminStats = z.object({
  /** What the house has earned, ever and since midnight UTC: upgrades sold, and its share of pools. */
  totalRevenue: z.string(),
  todayRevenue: z.string(),
  /** Profiles, and those made since midnight UTC. */
  totalPlayers: z.int(),
  todayPlayers: z.int(),
  /** What the house's wallet held when the chain was last asked; null before that. */
  houseBalance: z.string().nullable(),
  houseBalanceAt: timeMs.nullable(),
  /** Sessions that wait, start or are played, and how many players one has on average, to one decimal. */
  activeSessions: z.int(),
  averageSessionSize: z.number(),
  /** Different visitors whose sockets are open. */
  onlinePlayers: z.int(),
  /** What waits for the operator. */
  waiting: z.object({ reviews: z.int(), reports: z.int(), payouts: z.int() }),
});
export type AdminStats = z.infer<typeof adminStats>;

/** SPEC section 3, admin data: the best earners of battles and Solo rounds together, and who was here last. */
export const adminPlayers = z.object({
  topEarners: z.array(
    z.object({
      address: z.string(),
      username: z.string(),
      gamesPlayed: z.int(),
      /** Per cent of battles, whole. */
      winRate: z.int(),
      totalEarnings: z.string(),
    }),
  ),
  recentPlayers: z.array(
    z.object({
      address: z.string(),
      username: z.string(),
      lastActive: timeMs,
      /** Upgrades bought and entry fees that were not refunded. */
      totalSpent: z.string(),
    }),
  ),
});
export type AdminPlayers = z.infer<typeof adminPlayers>;

/** SPEC section 3, admin data: what came in and what went out. */
export const adminFinancial = z.object({
  /** A day each, the oldest first, today last; days without revenue are there with 0. */
  dailyRevenue: z.array(
    z.object({
      date: day,
      revenue: z.string(),
      transactions: z.int(),
      /** Profiles made on it, and paid rounds finished. */
      players: z.int(),
      rounds: z.int(),
    }),
  ),
  /** Since the beginning. */
  revenueBreakdown: z.object({
    /** Entry fees paid and not refunded: the house keeps `houseFees` of them. */
    entryFees: z.string(),
    houseFees: z.string(),
    upgradeSales: z.string(),
    /** Payouts that are final on the chain. */
    totalPayouts: z.string(),
    /** Solo rewards credited, and what the network took for carrying payouts. */
    rewards: z.string(),
    networkFees: z.string(),
  }),
});
export type AdminFinancial = z.infer<typeof adminFinancial>;

/** SPEC section 3, admin data: how the server does. Requests are the newest that this process has answered, at most 1,000. */
export const adminSystem = z.object({
  /** Open connections of the database: its writer and its readers. */
  dbConnections: z.int(),
  activeWebSockets: z.int(),
  /** s. */
  serverUptime: z.int(),
  /** Per cent of requests answered with a status of 500 or above, to two decimals; 0 of none. */
  errorRate: z.number(),
  /** Median, ms, to two decimals; 0 of none. */
  responseTime: z.number(),
  /** 95 % and 99 % were answered within, ms. */
  responseTime95: z.number(),
  responseTime99: z.number(),
  /** How many requests these figures are of, and when the oldest of them was answered. */
  requests: z.int(),
  since: timeMs.nullable(),
  chain: z.enum(['ok', 'unreachable', 'other-chain']),
  /** The providers of nodes in the order in which they are asked; empty where there is only one. */
  nodeProviders: z.array(
    z.object({
      /** Of its URL. The rest may be a secret. */
      host: z.string(),
      /** `unchecked` before its first answer; `resting` from a failure to the next answer; `other-chain` forever. */
      state: z.enum(['unchecked', 'ok', 'resting', 'other-chain']),
      /** The code of its last failure; null after an answer. */
      code: z.string().nullable(),
      /** When it is asked again; null when it may be asked now, or never is. */
      retryAt: timeMs.nullable(),
    }),
  ),
  /** `unused` when the server is alone; `away` while it works without its cluster's Redis. */
  redis: z.enum(['unused', 'ok', 'away']),
  isBridgeActive: z.boolean(),
  /** The database's file and its log, and the process's memory, bytes. */
  databaseBytes: z.int(),
  memoryBytes: z.int(),
  /**
   * Since the start: lines of the log that could not be written, leaps of the machine's clock, and transactions that were run again after a
   * conflict.
   */
  droppedLogLines: z.int(),
  clockLeaps: z.int(),
  databaseRetries: z.int(),
});
export type AdminSystem = z.infer<typeof adminSystem>;

/** What a transaction can be: money in, money out, and what was booked to a player's balance. */
export const TRANSACTION_TYPES = [
  'upgrade',
  'skin',
  'entry-fee',
  'deposit',
  'payout',
  'round-reward',
  'battle-share',
  'entry-refund',
  'refund',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** SPEC section 3, admin data: a movement of money that a player made or was given. */
export const adminTransaction = z.object({
  id: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  playerAddress: z.string(),
  createdAt: timeMs,
  /** TRX as text, and the same in sun. Below 0 what the house pays out. */
  amount: z.string(),
  amountSun: signedSun,
  /** A payment's or payout's; `booked` for what is in the ledger alone. */
  status: z.string(),
  /** What it was for: an upgrade's, session's or round's id; empty when there is none. */
  reference: z.string(),
  txid: txid.nullable(),
  /** What paid it; null for what is no payment in. */
  source: z.enum(PAYMENT_SOURCES).nullable(),
  explorerUrl: z.string().nullable(),
});
export type AdminTransaction = z.infer<typeof adminTransaction>;

/** A page of transactions, the newest first. Give `next` as `before` for the next page; null when this is the last. */
export const adminTransactionPage = z.object({
  transactions: z.array(adminTransaction),
  next: z.string().nullable(),
});
export type AdminTransactionPage = z.infer<typeof adminTransactionPage>;

/** What can be had as CSV. */
export const EXPORT_TABLES = ['transactions', 'players', 'revenue', 'audit'] as const;
export type ExportTable = (typeof EXPORT_TABLES)[number];

/** An account of one kind in the ledger, all of its owners together. */
export const accountTotal = z.object({ kind: z.string(), accounts: z.int(), balanceSun: signedSun });

/** Amounts of the solvency panel are whole sun. */
export const solvency = z.object({
  /** What the house owes for certain: paid play is paused by these amounts alone. */
  liabilities: z.object({
    /** Players' balances. */
    playersSun: sun,
    /** Stakes of sessions that are not over. */
    escrowSun: sun,
    /** Payouts that are queued, sent or stuck. */
    payoutsSun: sun,
    totalSun: sun,
  }),
  /**
   * What the house may come to owe for held rounds: what they have earned, of each player and day no more than the player's cap of that day
   * leaves, and of all no more than today's reward budget leaves. No part of the liabilities.
   */
  heldSun: sun,
  /** Of the payouts: those whose transaction is out, so that the wallet may have paid them already. */
  sentSun: sun,
  /** What the house's wallet holds by the chain, and when it was asked; null before the first answer. */
  balanceSun: sun.nullable(),
  askedAt: timeMs.nullable(),
  /** The node's last words when it did not answer the last time; empty otherwise. */
  trouble: z.string(),
  /** Balance less liabilities: below 0 it is short. Null while the balance is not known. */
  marginSun: signedSun.nullable(),
  /** Reserve above the liabilities at which paid play resumes automatically. */
  resumeMarginSun: sun,
  rewardBudget: z.object({
    /** What the house pays for Solo rounds in a day, and what is left of today's. */
    dailySun: sun,
    leftSun: sun,
    renewsAt: timeMs,
    /** Whether the wallet holds what is left of it too; null while the balance is not known. */
    isCovered: z.boolean().nullable(),
  }),
  /** Whether paid play is paused: by an operator, automatically because of missing funds, or by both. */
  isPaused: z.boolean(),
  pausedByDesk: z.object({ since: timeMs, by: z.string(), reason: z.string() }).nullable(),
  pausedByShortage: z.object({ since: timeMs, reason: z.string() }).nullable(),
});
export type Solvency = z.infer<typeof solvency>;

/** What `pnpm db:verify` finds, for the desk. It takes some time: ask again until it is `done`. */
export const reconciliation = z.object({
  status: z.enum(['never', 'running', 'done', 'failed']),
  startedAt: timeMs.nullable(),
  endedAt: timeMs.nullable(),
  /** Of the check that is `done`. */
  isSound: z.boolean().nullable(),
  /** Ledger entries read, transactions compared with the chain, battles played again. */
  entries: z.int(),
  compared: z.int(),
  battles: z.int(),
  totals: z.array(accountTotal),
  /** Each difference by its code and in words. */
  differences: z.array(z.object({ code: z.string(), message: z.string() })),
  /** What could not be checked, in words. */
  unchecked: z.array(z.string()),
});
export type Reconciliation = z.infer<typeof reconciliation>;
