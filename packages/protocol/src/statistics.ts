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

/** SPEC section 3, leaderboard row. Battles with practice bots do not count. */
export const leaderboardRow = z.object({
  rank: z.int(),
  name: z.string(),
  walletAddress: z.string(),
  blockchain,
  gamesWon: z.int(),
  gamesPlayed: z.int(),
  /** Per cent, whole; 0 for nobody's games. */
  winRate: z.int(),
  /** In the player's own unit, as text: TRX for TRON. */
  earnings: z.string(),
});
export type LeaderboardRow = z.infer<typeof leaderboardRow>;
export const leaderboard = z.array(leaderboardRow);

/** SPEC section 3, active session summary. */
export const activeSession = z.object({
  id,
  blockchain,
  /** TRX as text. */
  prizePool: z.string(),
  players: z.int(),
  maxPlayers: z.int(),
  status: z.enum(SESSION_STATUSES),
  gameMode: z.enum(SESSION_MODES),
});
export type ActiveSession = z.infer<typeof activeSession>;
export const activeSessionList = z.array(activeSession);

/** Where the signed-in player stands. */
export const standing = z.object({
  /** Null before the first game. */
  rank: z.int().nullable(),
  gamesWon: z.int(),
  gamesPlayed: z.int(),
  /** TRX as text. */
  earnings: z.string(),
});
export type Standing = z.infer<typeof standing>;
