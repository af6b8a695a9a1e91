import { makeTrx } from '@popfray/protocol';
import { sql as fragment } from 'kysely';
import type { AdminFinancial, AdminPlayers, AdminStats } from '@popfray/protocol/admin';
import { countReported } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase, sql } from '../platform/database/index.ts';
import { balanceOf, CHAIN_OUT, REWARD_BUDGET } from '../ledger/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { countHeld } from '../rounds/index.ts';
import { houseWallet } from '../solvency/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { revenueOf } from './revenue.ts';

/** Rows of either list of players. */
const LISTED = 20;

/** The cards at the top of the desk. */
export function getAdminStats({ db, now, presence }: Context): AdminStats {
  const { startMs } = dayOf(now());
  const revenue = revenueOf(db).catchUp();
  const { balanceSun, askedAt } = houseWallet(db);
  const sessions = countListedSessions(db);
  const seats = countListedSeats(db);
  return {
    totalRevenue: makeTrx(revenue.totalSun),
    todayRevenue: makeTrx(revenue.ofDay(startMs).revenueSun),
    totalPlayers: countPlayers(db),
    todayPlayers: countPlayers(db, startMs),
    houseBalance: balanceSun === null ? null : makeTrx(balanceSun),
    houseBalanceAt: askedAt,
    activeSessions: sessions,
    averageSessionSize: sessions === 0 ? 0 : Math.round((10 * seats) / sessions) / 10,
    onlinePlayers: presence.visitors,
    waiting: { reviews: countHeld(db), reports: countReported(db), payouts: countStuckPayouts(db) },
  };
}

/** Who has earned most, and who was here last. */
export function getAdminPlayers({ db, now }: Context): AdminPlayers {
  const earners = tallyOf(db).catchUp(now()).ranking.earners(LISTED);
  return {
    topEarners: earners.map(({ address, won, played, earnedSun }) => {
      const profile = db.get(
        sql.selectFrom('players').select(['username', 'games_played']).where('address', '=', address),
      );
      return {
        address,
        username: profile?.username ?? '',
        gamesPlayed: profile?.games_played ?? played,
        winRate: played === 0 ? 0 : Math.floor((100 * won) / played),
        totalEarnings: makeTrx(earnedSun),
      };
    }),
    recentPlayers: recentPlayers(db).map(({ address, username, last_connected, purchases_sun, fees_sun }) => ({
      address,
      username,
      lastActive: last_connected,
      totalSpent: makeTrx((purchases_sun ?? 0) + (fees_sun ?? 0)),
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
  const endMs = startMs + DAY_MS;
  const counts = { players: countPlayers(db, startMs, endMs), rounds: countRounds(db, startMs, endMs) };
  if (startMs < today) countsOfDays(db).set(startMs, counts);
  return counts;
}

/** Profiles that were made from a time on and before another one. */
const countPlayers = (db: Database, sinceMs = 0, beforeMs = Number.MAX_SAFE_INTEGER): number =>
  db.get(
    sql
      .selectFrom('players')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where('created_at', '>=', sinceMs)
      .where('created_at', '<', beforeMs),
  )?.count ?? 0;

const countRounds = (db: Database, sinceMs: number, beforeMs: number): number =>
  db.get(
    sql
      .selectFrom('rounds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('played_at', '>=', sinceMs)
      .where('played_at', '<', beforeMs),
  )?.count ?? 0;

/** Sessions that have not ended, without those whose creator has not paid yet. */
const countListedSessions = (db: Database): number =>
  db.get(
    sql
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ended_at', 'is', null)
      .where('status', '!=', 'draft'),
  )?.count ?? 0;

/** Seats of those sessions that are reserved or taken. */
const countListedSeats = (db: Database): number =>
  db.get(
    sql
      .selectFrom('seats')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '!=', 'left')
      .where('session_id', 'in', ({ selectFrom }) =>
        selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.ended_at', 'is', null)
          .where('sessions.status', '!=', 'draft'),
      ),
  )?.count ?? 0;

const countStuckPayouts = (db: Database): number =>
  db.get(
    sql
      .selectFrom('payouts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'stuck')
      // Selects the partial index of the payouts that are not over. SQLite does not use it for parameters.
      .where(fragment<boolean>`status in ('queued', 'sent', 'stuck')`),
  )?.count ?? 0;

/** Players in the order of their last connection, with what each has paid for upgrades and seats. */
const recentPlayers = (db: Database) =>
  db.all(
    sql
      .selectFrom('players')
      .select(['address', 'username', 'last_connected'])
      .select(({ selectFrom }) => [
        selectFrom('purchases')
          .select(({ fn }) => fn.sum<number | null>('purchases.price_sun').as('sum'))
          .whereRef('purchases.address', '=', 'players.address')
          .as('purchases_sun'),
        selectFrom('seats')
          .select(({ fn }) => fn.sum<number | null>('seats.fee_sun').as('sum'))
          .whereRef('seats.user_id', '=', 'players.address')
          .as('fees_sun'),
      ])
      .where('deleted_at', 'is', null)
      .orderBy('last_connected', 'desc')
      .limit(LISTED),
  );
