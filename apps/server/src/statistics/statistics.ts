import {
  makeTrx,
  type ActiveSession,
  type LeaderboardName,
  type LeaderboardRow,
  type PlatformStats,
  type Standing,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { arePayoutsFrozen } from '../payouts/index.ts';
import { currentSessions } from '../sharing/index.ts';
import { isPaused } from '../ledger/index.ts';
import type { Ranking, Tallied } from './ranking.ts';
import { tallyOf, type Tally } from './tally.ts';

/** Rows of the leaderboard. */
const LISTED = 100;

/** How long a leaderboard that was made is shown again while nothing is added to it, ms: names may change. */
const FRESH_MS = 1_000;

const tally = async ({ db, now }: Context): Promise<Tally> => tallyOf(db).catchUp(now());

/** Who is here, and what was earned. */
export async function getPlatformStats(context: Context): Promise<PlatformStats> {
  const { todaySun, totalSun, crossChainBattles } = await tally(context);
  return {
    onlinePlayers: context.presence.visitors,
    trxEarnedToday: makeTrx(todaySun),
    totalTrxEarned: makeTrx(totalSun),
    crossChainBattles,
    isNetworkOnline: context.chainHealth() === 'ok',
    isBridgeActive: context.crossChain.isReachable(),
    isPaidPlayPaused: await isPaused(context.db),
    areWithdrawalsPaused: await arePayoutsFrozen(context.db),
  };
}

/** A leaderboard that was made, or is being made. */
interface Made {
  readonly rows: Promise<LeaderboardRow[]>;
  readonly version: number;
  readonly atMs: number;
}

const madeOf = perDatabase(() => new Map<LeaderboardName, Made>());

const rankingOf = ({ ranking, freeRanking }: Tally, board: LeaderboardName): Ranking =>
  board === 'paid' ? ranking : freeRanking;

/** The best players: of battles with entry fees, or of free ones. */
export async function getLeaderboard(context: Context, board: LeaderboardName = 'paid'): Promise<LeaderboardRow[]> {
  const { db } = context;
  const tallied = await tally(context);
  const { version } = tallied;
  const atMs = context.now();
  const made = madeOf(db);
  const known = made.get(board);
  if (known !== undefined && known.version === version && atMs - known.atMs < FRESH_MS) return known.rows;
  const rows = makeRows(db, rankingOf(tallied, board).first(LISTED));
  const fresh: Made = { rows, version, atMs };
  made.set(board, fresh);
  try {
    return await rows;
  } catch (error) {
    if (made.get(board) === fresh) made.delete(board);
    throw error;
  }
}

async function makeRows(db: Database, best: readonly Tallied[]): Promise<LeaderboardRow[]> {
  const names = await namesOf(db, best);
  return best.map((player, place) => showRow(player, place + 1, names.get(player.address) ?? player.name));
}

/** A player's place on each leaderboard. */
export async function getStanding(context: Context, address: string): Promise<Standing> {
  const { ranking, freeRanking } = await tally(context);
  const placeOn = (board: Ranking) => {
    const { won = 0, played = 0 } = board.find(address) ?? {};
    return { rank: board.rankOf(address), gamesWon: won, gamesPlayed: played };
  };
  const earnings = makeTrx(ranking.find(address)?.earnedSun ?? 0);
  return { ...placeOn(ranking), earnings, freeBattles: placeOn(freeRanking) };
}

/** The sessions that wait, start or are played: those with an entry fee first, each kind with the newest first. */
export async function getActiveSessions(context: Context): Promise<ActiveSession[]> {
  const sessions = await currentSessions(context);
  return sessions
    .filter(({ endedAt }) => endedAt === null)
    .toSorted((a, b) => Number(b.entryFeeSun > 0) - Number(a.entryFeeSun > 0))
    .map(({ id, hostBlockchain, prizePool, paidSun, currentPlayers, maxPlayers, status, gameMode }) => ({
      id,
      blockchain: hostBlockchain,
      // After the start no player can join: the pool is what was paid.
      prizePool: status !== 'waiting' && paidSun > 0 ? makeTrx(paidSun) : prizePool,
      players: currentPlayers,
      maxPlayers,
      status,
      gameMode,
    }));
}

const showRow = ({ address, chain, won, played, earnedSun }: Tallied, rank: number, name: string): LeaderboardRow => ({
  rank,
  name,
  walletAddress: address,
  blockchain: chain,
  gamesWon: won,
  gamesPlayed: played,
  winRate: played === 0 ? 0 : Math.round((100 * won) / played),
  earnings: makeTrx(earnedSun),
});

/** The names that players of TRON have now, by address. */
async function namesOf(db: Database, players: readonly Tallied[]): Promise<ReadonlyMap<string, string>> {
  if (players.length === 0) return new Map();
  const addresses = players.map(({ address }) => address);
  const named = await db
    .selectFrom('players')
    .select(['address', 'username'])
    .where('address', 'in', addresses)
    .execute();
  return new Map(named.map(({ address, username }) => [address, username]));
}
