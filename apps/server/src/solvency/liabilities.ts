import type { Context } from '../context.ts';
import { perDatabase } from '../database/per-database.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES, HOUSE, PAYOUTS, REWARD_BUDGET } from '../ledger/ledger.ts';
import { budgetLeftSun } from '../rounds/budget.ts';

/** What the house owes, sun. */
export interface Liabilities {
  /** Players' balances. */
  readonly playersSun: number;
  /** Stakes of sessions that are not over. */
  readonly escrowSun: number;
  /** Payouts that are queued, sent or stuck. */
  readonly payoutsSun: number;
  /** What held rounds have earned, as far as today's reward budget reaches: more cannot be credited. */
  readonly heldSun: number;
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
  held: db.prepare<[], number>("SELECT coalesce(sum(earned_sun), 0) FROM rounds WHERE status = 'held'").pluck(),
  sent: db
    .prepare<[], number>(
      "SELECT coalesce(sum(amount_sun), 0) FROM payouts WHERE status IN ('sent', 'stuck') AND check_at IS NOT NULL",
    )
    .pluck(),
}));

/**
 * What the house owes, from the ledger. All accounts sum to zero, so what is not the house's, the network's or the chain's own is
 * owed: however many players there are, nobody's balance is read for it. What held rounds say they have earned is a program's word until
 * somebody has looked, so the budget bounds it: or whoever has enough wallets could pause paid play for everybody.
 */
export function liabilitiesOf(context: Pick<Context, 'db' | 'settings' | 'now'>): Liabilities {
  const { db } = context;
  return db.snapshot(() => {
    const { escrow, held, sent } = statements(db);
    const ownSun = [HOUSE, REWARD_BUDGET, FEES, CHAIN_IN, CHAIN_OUT].reduce(
      (sum, account) => sum + balanceOf(db, account),
      0,
    );
    const payoutsSun = balanceOf(db, PAYOUTS);
    const escrowSun = escrow.get() ?? 0;
    const heldSun = Math.min(held.get() ?? 0, budgetLeftSun(context, context.now()));
    return {
      playersSun: -ownSun - payoutsSun - escrowSun,
      escrowSun,
      payoutsSun,
      heldSun,
      totalSun: -ownSun + heldSun,
      sentSun: sent.get() ?? 0,
    };
  });
}
