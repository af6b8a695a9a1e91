import { makeTrx } from '@popfray/protocol';
import { sql as fragment } from 'kysely';
import type { AdminFinancial, AdminPlayers, AdminStats } from '@popfray/protocol/admin';
import { countReported } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { balanceOf, CHAIN_OUT, REWARD_BUDGET } from '../ledger/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { countHeld } from '../rounds/index.ts';
import { isNoSoloRound } from '../sessions/index.ts';
import { countHeldShares } from '../settlement/index.ts';
import { houseWallet } from '../solvency/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { revenueOf } from './revenue.ts';

/** Rows of either list of players. */
const LISTED = 20;

/** The cards at the top of the desk. */
export async function getAdminStats({ db, now, presence }: Context): Promise<AdminStats> {
  const { startMs } = dayOf(now());
  const revenue = await revenueOf(db).catchUp(now());
  const { balanceSun, askedAt } = houseWallet(db);
  const sessions = await countListedSessions(db);
  const seats = await countListedSeats(db);
  return {
    totalRevenue: makeTrx(revenue.totalSun),
    todayRevenue: makeTrx(revenue.ofDay(startMs).revenueSun),
    totalPlayers: await countPlayers(db),
    todayPlayers: await countPlayers(db, startMs),
    houseBalance: balanceSun === null ? null : makeTrx(balanceSun),
    houseBalanceAt: askedAt,
    activeSessions: sessions,
    averageSessionSize: sessions === 0 ? 0 : Math.round((10 * seats) / sessions) / 10,
    onlinePlayers: presence.visitors,
    waiting: {
      reviews: (await countHeld(db)) + (await countHeldShares(db)),
      reports: await countReported(db),
      payouts: await countStuckPayouts(db),
    },
  };
}

/** Who has earned most, and who was here last. */
export async function getAdminPlayers({ db, now }: Context): Promise<AdminPlayers> {
  const earners = (await tallyOf(db).catchUp(now())).ranking.earners(LISTED);
  return {
    topEarners: await Array.fromAsync(earners, async ({ address, won, played, earnedSun }) => {
      const profile = await db
        .selectFrom('players')
        .select(['username', 'games_played'])
        .where('address', '=', address)
        .executeTakeFirst();
      return {
        address,
        username: profile?.username ?? '',
        gamesPlayed: profile?.games_played ?? played,
        winRate: played === 0 ? 0 : Math.floor((100 * won) / played),
        totalEarnings: makeTrx(earnedSun),
      };
    }),
    recentPlayers: (await recentPlayers(db)).map(({ address, username, last_connected, purchases_sun, fees_sun }) => ({
      address,
      username,
      lastActive: last_connected,
      totalSpent: makeTrx((purchases_sun ?? 0) + (fees_sun ?? 0)),
    })),
  };
}

/** Revenue of the last `days` days, and what came in and went out since the beginning. */
export async function getAdminFinancial({ db, now }: Context, days: number): Promise<AdminFinancial> {
  const revenue = await revenueOf(db).catchUp(now());
  const today = dayOf(now()).startMs;
  const first = today - (days - 1) * DAY_MS;
  return {
    dailyRevenue: await Array.fromAsync(
      Array.from({ length: days }, (_, day) => first + day * DAY_MS),
      async (startMs) => {
        const { revenueSun, transactions } = revenue.ofDay(startMs);
        return {
          date: dayOf(startMs).date,
          revenue: makeTrx(revenueSun),
          transactions,
          ...(await countDay(db, startMs, today)),
        };
      },
    ),
    revenueBreakdown: {
      entryFees: makeTrx(revenue.entryFeesSun - revenue.entryRefundsSun),
      houseFees: makeTrx(revenue.houseFeesSun),
      upgradeSales: makeTrx(revenue.upgradeSalesSun),
      totalPayouts: makeTrx(await balanceOf(db, CHAIN_OUT)),
      // What budgets were given and neither hold any more nor gave back.
      rewards: makeTrx(revenue.budgetsSun - (await balanceOf(db, REWARD_BUDGET))),
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

async function countDay(db: Database, startMs: number, today: number): Promise<DayCounts> {
  const known = countsOfDays(db).get(startMs);
  if (known !== undefined) return known;
  const endMs = startMs + DAY_MS;
  const counts = { players: await countPlayers(db, startMs, endMs), rounds: await countRounds(db, startMs, endMs) };
  if (startMs < today) countsOfDays(db).set(startMs, counts);
  return counts;
}

/** Profiles that were made from a time on and before another one. */
const countPlayers = async (db: Database, sinceMs = 0, beforeMs = Number.MAX_SAFE_INTEGER): Promise<number> =>
  (
    await db
      .selectFrom('players')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where('created_at', '>=', sinceMs)
      .where('created_at', '<', beforeMs)
      .executeTakeFirst()
  )?.count ?? 0;

const countRounds = async (db: Database, sinceMs: number, beforeMs: number): Promise<number> =>
  (
    await db
      .selectFrom('rounds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('played_at', '>=', sinceMs)
      .where('played_at', '<', beforeMs)
      .executeTakeFirst()
  )?.count ?? 0;

/** Sessions that have not ended, without those whose creator has not paid yet. */
const countListedSessions = async (db: Database): Promise<number> =>
  (
    await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ended_at', 'is', null)
      .where('status', '!=', 'draft')
      .where(isNoSoloRound)
      .executeTakeFirst()
  )?.count ?? 0;

/** Seats of those sessions that are reserved or taken. */
const countListedSeats = async (db: Database): Promise<number> =>
  (
    await db
      .selectFrom('seats')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '!=', 'left')
      .where('session_id', 'in', ({ selectFrom }) =>
        selectFrom('sessions')
          .select('sessions.id')
          .where('sessions.ended_at', 'is', null)
          .where('sessions.status', '!=', 'draft')
          .where(isNoSoloRound),
      )
      .executeTakeFirst()
  )?.count ?? 0;

const countStuckPayouts = async (db: Database): Promise<number> =>
  (
    await db
      .selectFrom('payouts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'stuck')
      // Selects the partial index of the payouts that are not over. SQLite does not use it for parameters.
      .where(fragment<boolean>`status in ('queued', 'sent', 'stuck')`)
      .executeTakeFirst()
  )?.count ?? 0;

/** Players in the order of their last connection, with what each has paid for upgrades and seats. */
const recentPlayers = async (db: Database) =>
  db
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
    .limit(LISTED)
    .execute();
