import { makeTrx } from '@popfray/protocol';
import type { AdminFinancial, AdminPlayers, AdminStats } from '@popfray/protocol/admin';
import { countReported } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { balanceOf, CHAIN_OUT, REWARD_BUDGET } from '../ledger/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { countHeld } from '../rounds/index.ts';
import { houseWallet } from '../solvency/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { revenueOf } from './revenue.ts';

/** Rows of either list of players. */
const LISTED = 20;

interface RecentRow {
  readonly address: string;
  readonly username: string;
  readonly last_connected: number;
  readonly spent_sun: number;
}

const statements = perDatabase((db) => ({
  players: db.prepare<[], number>('SELECT count(*) FROM players WHERE deleted_at IS NULL').pluck(),
  playersSince: db
    .prepare<[number], number>('SELECT count(*) FROM players WHERE created_at >= ? AND deleted_at IS NULL')
    .pluck(),
  openSessions: db.prepare<[], { sessions: number; seats: number }>(
    `SELECT count(*) AS sessions, coalesce(sum(
       (SELECT count(*) FROM seats WHERE session_id = sessions.id AND seats.status != 'left')), 0) AS seats
     FROM sessions WHERE ended_at IS NULL AND status != 'draft'`,
  ),
  /** The index has those that are not over. */
  stuck: db
    .prepare<[], number>(
      "SELECT count(*) FROM payouts WHERE status IN ('queued', 'sent', 'stuck') AND status = 'stuck'",
    )
    .pluck(),
  recent: db.prepare<[number], RecentRow>(
    `SELECT address, username, last_connected,
       (SELECT coalesce(sum(price_sun), 0) FROM purchases WHERE purchases.address = players.address)
       + (SELECT coalesce(sum(fee_sun), 0) FROM seats WHERE user_id = players.address) AS spent_sun
     FROM players WHERE deleted_at IS NULL ORDER BY last_connected DESC LIMIT ?`,
  ),
  playersIn: db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM players WHERE deleted_at IS NULL AND created_at >= ? AND created_at < ?',
    )
    .pluck(),
  roundsIn: db
    .prepare<[number, number], number>('SELECT count(*) FROM rounds WHERE played_at >= ? AND played_at < ?')
    .pluck(),
  player: db.prepare<[string], { username: string; games_played: number }>(
    'SELECT username, games_played FROM players WHERE address = ?',
  ),
}));

/** The cards at the top of the desk. */
export function getAdminStats({ db, now, presence }: Context): AdminStats {
  const { players, playersSince, openSessions, stuck } = statements(db);
  const { startMs } = dayOf(now());
  const revenue = revenueOf(db).catchUp();
  const { balanceSun, askedAt } = houseWallet(db);
  const { sessions, seats } = openSessions.get() ?? { sessions: 0, seats: 0 };
  return {
    totalRevenue: makeTrx(revenue.totalSun),
    todayRevenue: makeTrx(revenue.ofDay(startMs).revenueSun),
    totalPlayers: players.get() ?? 0,
    todayPlayers: playersSince.get(startMs) ?? 0,
    houseBalance: balanceSun === null ? null : makeTrx(balanceSun),
    houseBalanceAt: askedAt,
    activeSessions: sessions,
    averageSessionSize: sessions === 0 ? 0 : Math.round((10 * seats) / sessions) / 10,
    onlinePlayers: presence.visitors,
    waiting: { reviews: countHeld(db), reports: countReported(db), payouts: stuck.get() ?? 0 },
  };
}

/** Who has earned most, and who was here last. */
export function getAdminPlayers({ db, now }: Context): AdminPlayers {
  const { recent, player } = statements(db);
  const earners = tallyOf(db).catchUp(now()).ranking.earners(LISTED);
  return {
    topEarners: earners.map(({ address, won, played, earnedSun }) => {
      const profile = player.get(address);
      return {
        address,
        username: profile?.username ?? '',
        gamesPlayed: profile?.games_played ?? played,
        winRate: played === 0 ? 0 : Math.floor((100 * won) / played),
        totalEarnings: makeTrx(earnedSun),
      };
    }),
    recentPlayers: recent.all(LISTED).map(({ address, username, last_connected, spent_sun }) => ({
      address,
      username,
      lastActive: last_connected,
      totalSpent: makeTrx(spent_sun),
    })),
  };
}

/** Revenue of the last `days` days, and what came in and went out since the beginning. */
export function getAdminFinancial({ db, now }: Context, days: number): AdminFinancial {
  const revenue = revenueOf(db).catchUp();
  const today = dayOf(now()).startMs;
  const first = today - (days - 1) * DAY_MS;
  return {
    dailyRevenue: Array.from({ length: days }, (_, day) => first + day * DAY_MS).map((startMs) => {
      const { revenueSun, transactions } = revenue.ofDay(startMs);
      return {
        date: dayOf(startMs).date,
        revenue: makeTrx(revenueSun),
        transactions,
        ...countDay(db, startMs, today),
      };
    }),
    revenueBreakdown: {
      entryFees: makeTrx(revenue.entryFeesSun - revenue.entryRefundsSun),
      houseFees: makeTrx(revenue.houseFeesSun),
      upgradeSales: makeTrx(revenue.upgradeSalesSun),
      totalPayouts: makeTrx(balanceOf(db, CHAIN_OUT)),
      // What budgets were given and neither hold any more nor gave back.
      rewards: makeTrx(revenue.budgetsSun - balanceOf(db, REWARD_BUDGET)),
      networkFees: makeTrx(revenue.networkFeesSun),
    },
  };
}

/** Profiles made and rounds finished in a day. */
interface DayCounts {
  readonly players: number;
  readonly rounds: number;
}

/** Those of the days that are over, by their first ms: no more of them come. */
const countsOfDays = perDatabase(() => new Map<number, DayCounts>());

function countDay(db: Database, startMs: number, today: number): DayCounts {
  const known = countsOfDays(db).get(startMs);
  if (known !== undefined) return known;
  const { playersIn, roundsIn } = statements(db);
  const endMs = startMs + DAY_MS;
  const counts = { players: playersIn.get(startMs, endMs) ?? 0, rounds: roundsIn.get(startMs, endMs) ?? 0 };
  if (startMs < today) countsOfDays(db).set(startMs, counts);
  return counts;
}
