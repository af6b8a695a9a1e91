import type { Context } from '../platform/context/index.ts';
import { sql as fragment } from 'kysely';
import type { Database } from '../platform/database/index.ts';
import {
  balanceOf,
  CHAIN_IN,
  CHAIN_OUT,
  FEES,
  HOUSE,
  PAYOUTS,
  RESTORED_DEBTS,
  REWARD_BUDGET,
} from '../ledger/index.ts';
import { budgetLeftSun } from '../rounds/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';

/** What the house owes for certain, sun. */
export interface Liabilities {
  /** Players' balances. */
  readonly playersSun: number;
  /** Stakes of sessions that are not over, and shares of battles that are held for review. */
  readonly escrowSun: number;
  /** Payouts that are queued, sent or stuck. */
  readonly payoutsSun: number;
  readonly totalSun: number;
  /** Of the payouts: those whose transaction is out, so that the wallet may have paid them already. */
  readonly sentSun: number;
}

/** The accounts of the house, the network and the chain. */
const OWN_ACCOUNTS = [HOUSE, RESTORED_DEBTS, REWARD_BUDGET, FEES, CHAIN_IN, CHAIN_OUT];

/**
 * What the house owes for certain, from the ledger. All accounts sum to zero, so what is not the house's, the network's or the chain's own
 * is owed: the sum needs six balances, however many players there are. Held rounds are not part of it.
 */
export async function liabilitiesOf({ db }: Pick<Context, 'db'>): Promise<Liabilities> {
  return db.inSnapshot(async () => {
    let ownSun = 0;
    for (const account of OWN_ACCOUNTS) ownSun += await balanceOf(db, account);
    const payoutsSun = await balanceOf(db, PAYOUTS);
    const escrowSun = (await openFeesSun(db)) + (await heldSharesSun(db));
    return {
      playersSun: 0 - ownSun - payoutsSun - escrowSun,
      escrowSun,
      payoutsSun,
      totalSun: 0 - ownSun,
      sentSun: await sentPayoutsSun(db),
    };
  });
}

/**
 * The possible debt for held rounds, sun: for each player and UTC day at most what the player's cap of that day leaves, and in total at most
 * what today's reward budget leaves, because a decision cannot pay more. These rounds are not confirmed, so this amount never pauses paid
 * play.
 */
export async function heldDebtOf(context: Pick<Context, 'db' | 'settings' | 'now'>): Promise<number> {
  const { db, settings } = context;
  return db.inSnapshot(async () => {
    const payableSun = (await heldDays(db)).map(({ earned_sun, credited_sun }) =>
      Math.min(earned_sun, Math.max(0, settings.dailyCapSun - (credited_sun ?? 0))),
    );
    return Math.min(
      payableSun.reduce((sum, amountSun) => sum + amountSun, 0),
      await budgetLeftSun(context, context.now()),
    );
  });
}

/** Fees paid for seats of sessions that have not ended, sun. */
async function openFeesSun(db: Database): Promise<number> {
  const { sum } = await db
    .selectFrom('seats')
    .select(({ fn }) => fn.sum<number | null>('fee_sun').as('sum'))
    .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('ended_at', 'is', null))
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

/** Shares of battles that wait for an operator's decision, sun. */
async function heldSharesSun(db: Database): Promise<number> {
  const { sum } = await db
    .selectFrom('examinations')
    .select(({ fn }) => fn.sum<number | null>('amount_sun').as('sum'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

/** Amounts of payouts whose transaction may have been included, sun. */
async function sentPayoutsSun(db: Database): Promise<number> {
  const { sum } = await db
    .selectFrom('payouts')
    .select(({ fn }) => fn.sum<number | null>('amount_sun').as('sum'))
    .where('status', 'in', ['sent', 'stuck'])
    .where('check_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return sum ?? 0;
}

/** First ms of the UTC day in which a round was played. */
const DAY_START = fragment<number>`played_at - played_at % ${fragment.lit(DAY_MS)}`;

/** For each player and UTC day with held rounds: what these have earned, and what the player was credited that day. */
const heldDays = async (db: Database) =>
  db
    .with('held', (cte) =>
      cte
        .selectFrom('rounds')
        .select(({ fn }) => ['address', DAY_START.as('day_ms'), fn.sum<number>('earned_sun').as('earned_sun')])
        .where('status', '=', 'held')
        .groupBy(['address', DAY_START]),
    )
    .selectFrom('held')
    .select(({ eb, lit, selectFrom }) => [
      'held.earned_sun',
      selectFrom('rounds')
        .select(({ fn }) => fn.sum<number | null>('rounds.credited_sun').as('sum'))
        .whereRef('rounds.address', '=', 'held.address')
        .whereRef('rounds.played_at', '>=', 'held.day_ms')
        .where('rounds.played_at', '<', eb('held.day_ms', '+', lit(DAY_MS)))
        .as('credited_sun'),
    ])
    .execute();
