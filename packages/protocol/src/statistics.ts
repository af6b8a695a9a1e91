import { z } from 'zod';
import { blockchain } from './chain-name.ts';
import { id } from './field.ts';
import { SESSION_MODES, SESSION_STATUSES } from './session.ts';

/** SPEC section 3, platform stats. */
export const platformStats = z.object({
  /** Sockets of different visitors that are open now. */
  onlinePlayers: z.int(),
  /** Solo rewards and battle shares booked since midnight UTC, TRX as text. */
  trxEarnedToday: z.string(),
  /** The same since the beginning. */
  totalTrxEarned: z.string(),
  /** Cross-chain battles settled, ever. */
  crossChainBattles: z.int(),
  /** Whether the network's node answers. */
  isNetworkOnline: z.boolean(),
  /** Whether the cross-chain server answers. */
  isBridgeActive: z.boolean(),
  /** Whether what costs or earns TRX is paused: `ERR_PAUSED`. */
  isPaidPlayPaused: z.boolean(),
  /** Whether withdrawals wait because the house checks its books against the chain. */
  areWithdrawalsPaused: z.boolean(),
});
export type PlatformStats = z.infer<typeof platformStats>;

/** The leaderboards: of battles with entry fees, which is the main one, and of free battles. */
export const LEADERBOARDS = ['paid', 'free'] as const;
export type LeaderboardName = (typeof LEADERBOARDS)[number];

/** SPEC section 3, leaderboard row. Battles with practice bots do not count. */
export const leaderboardRow = z.object({
  rank: z.int(),
  name: z.string(),
  walletAddress: z.string(),
  blockchain,
  gamesWon: z.int(),
  gamesPlayed: z.int(),
  /** Whole per cent; 0 without any games. */
  winRate: z.int(),
  /** In the player's own unit, as text: TRX for TRON. Free battles earn nothing. */
  earnings: z.string(),
});
export type LeaderboardRow = z.infer<typeof leaderboardRow>;
export const leaderboard = z.array(leaderboardRow);

/** SPEC section 3, active session summary. */
export const activeSession = z.object({
  id,
  blockchain,
  /** TRX as text: the most that the pool can be while players can join, then what they paid. */
  prizePool: z.string(),
  players: z.int(),
  maxPlayers: z.int(),
  status: z.enum(SESSION_STATUSES),
  gameMode: z.enum(SESSION_MODES),
});
export type ActiveSession = z.infer<typeof activeSession>;
export const activeSessionList = z.array(activeSession);

/** Rank of the signed-in player on the main leaderboard, which ranks battles with entry fees, and on the one of free battles. */
export const standing = z.object({
  /** Null before the first paid battle and the first reward. */
  rank: z.int().nullable(),
  gamesWon: z.int(),
  gamesPlayed: z.int(),
  /** TRX as text. */
  earnings: z.string(),
  freeBattles: z.object({
    /** Null before the first free battle. */
    rank: z.int().nullable(),
    gamesWon: z.int(),
    gamesPlayed: z.int(),
  }),
});
export type Standing = z.infer<typeof standing>;
