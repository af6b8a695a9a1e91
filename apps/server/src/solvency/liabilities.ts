import type { Context } from '../platform/context/index.ts';
import { perDatabase } from '../platform/database/index.ts';
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
  /** Stakes of sessions that are not over. */
  readonly escrowSun: number;
  /** Payouts that are queued, sent or stuck. */
  readonly payoutsSun: number;
  readonly totalSun: number;
  /** Of the payouts: those whose transaction is out, so that the wallet may have paid them already. */
  readonly sentSun: number;
}

const statements = perDatabase((db) => ({
  escrow: db
    .prepare<[], number>(
      `SELECT coalesce(sum(fee_sun), 0) FROM seats WHERE session_id IN (SELECT id FROM sessions WHERE ended_at IS NULL)`,
    )
    .pluck(),
  held: db
    .prepare<[number], number>(
      `SELECT coalesce(sum(min(earned_sun, max(0, ? - credited_sun))), 0) FROM (
         SELECT sum(held.earned_sun) AS earned_sun, coalesce((
           SELECT sum(credited_sun) FROM rounds WHERE address = held.address
             AND played_at >= held.played_at / ${DAY_MS} * ${DAY_MS} AND played_at < (held.played_at / ${DAY_MS} + 1) * ${DAY_MS}
         ), 0) AS credited_sun
         FROM rounds AS held WHERE status = 'held' GROUP BY held.address, held.played_at / ${DAY_MS}
       )`,
    )
    .pluck(),
  sent: db
    .prepare<[], number>(
      "SELECT coalesce(sum(amount_sun), 0) FROM payouts WHERE status IN ('sent', 'stuck') AND check_at IS NOT NULL",
    )
    .pluck(),
}));

/**
 * What the house owes for certain, from the ledger. All accounts sum to zero, so what is not the house's, the network's or the chain's own
 * is owed: the sum needs six balances, however many players there are. Held rounds are not part of it.
 */
export function liabilitiesOf({ db }: Pick<Context, 'db'>): Liabilities {
  return db.snapshot(() => {
    const { escrow, sent } = statements(db);
    const ownSun = [HOUSE, RESTORED_DEBTS, REWARD_BUDGET, FEES, CHAIN_IN, CHAIN_OUT].reduce(
      (sum, account) => sum + balanceOf(db, account),
      0,
    );
    const payoutsSun = balanceOf(db, PAYOUTS);
    const escrowSun = escrow.get() ?? 0;
    return {
      playersSun: 0 - ownSun - payoutsSun - escrowSun,
      escrowSun,
      payoutsSun,
      totalSun: 0 - ownSun,
      sentSun: sent.get() ?? 0,
    };
  });
}

/**
 * The possible debt for held rounds, sun: for each player and UTC day at most what the player's cap of that day leaves, and in total at most
 * what today's reward budget leaves, because a decision cannot pay more. These rounds are not confirmed, so this amount never pauses paid
 * play.
 */
export function heldDebtOf(context: Pick<Context, 'db' | 'settings' | 'now'>): number {
  const { db, settings } = context;
  return db.snapshot(() => {
    const payableSun = statements(db).held.get(settings.dailyCapSun) ?? 0;
    return Math.min(payableSun, budgetLeftSun(context, context.now()));
  });
}
