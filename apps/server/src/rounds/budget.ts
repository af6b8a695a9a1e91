import type { Context } from '../platform/context/index.ts';
import { type Database, sql } from '../platform/database/index.ts';
import { balanceOf, hasEntry, HOUSE, playerAccount, postEntry, REWARD_BUDGET } from '../ledger/index.ts';
import { type Day, dayOf } from '../platform/clock/index.ts';

/** What Solo TRX still pays today. */
export interface Allowance {
  readonly day: Day;
  /** What a player has been credited today, sun. */
  readonly earnedTodaySun: number;
  /** What the player's daily cap leaves, sun. */
  readonly capLeftSun: number;
  /** What the house's budget leaves, to everybody together, sun. */
  readonly budgetLeftSun: number;
}

/** What a player can still earn today. Changes nothing: a day's budget that was not yet opened counts as whole. */
export function allowanceOf(context: Context, address: string, nowMs: number): Allowance {
  const day = dayOf(nowMs);
  const earnedTodaySun = earnedIn(context.db, address, day);
  return {
    day,
    earnedTodaySun,
    capLeftSun: Math.max(0, context.settings.dailyCapSun - earnedTodaySun),
    budgetLeftSun: budgetLeftSun(context, nowMs),
  };
}

/** What a player's daily cap leaves of the day that a round was played in, sun. */
export const capLeftSun = ({ db, settings }: Context, address: string, playedAt: number): number =>
  Math.max(0, settings.dailyCapSun - earnedIn(db, address, dayOf(playedAt)));

/** What the house's budget of the day leaves, to everybody together, sun. */
export const budgetLeftSun = ({ db, settings }: Pick<Context, 'db' | 'settings'>, nowMs: number): number =>
  hasEntry(db, budgetKey(dayOf(nowMs))) ? balanceOf(db, REWARD_BUDGET) : settings.rewardBudgetSun;

/**
 * Opens the day's budget, once: what yesterday left goes back to the house, and the configured budget comes from it, whether or not
 * anything is spent of it. A budget of 0 is no entry, and can still be raised that day. Run it in the transaction that spends.
 */
export function openBudget({ db, settings }: Context, nowMs: number): void {
  const day = dayOf(nowMs);
  if (hasEntry(db, budgetKey(day))) return;
  move(db, `reward-budget-left:${day.date}`, day, -balanceOf(db, REWARD_BUDGET), nowMs);
  move(db, budgetKey(day), day, settings.rewardBudgetSun, nowMs);
}

/** Credits a round's reward to its player, out of the day's budget, in the caller's transaction. Nothing for 0. */
export function creditReward(db: Database, roundId: string, address: string, amountSun: number, nowMs: number): void {
  if (amountSun === 0) return;
  const postings = [
    { account: REWARD_BUDGET, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const entry = { key: `round:${roundId}`, kind: 'round-reward', reference: roundId, postings } as const;
  const entered = postEntry(db, entry, nowMs);
  if (entered !== 'posted') throw new Error(`the reward of round ${roundId} is ${entered}`);
}

const budgetKey = (day: Day): string => `reward-budget:${day.date}`;

/** Moves an amount from the house to the budget; below 0, back. */
function move(db: Database, key: string, day: Day, amountSun: number, nowMs: number): void {
  if (amountSun === 0) return;
  const postings = [
    { account: HOUSE, amountSun: -amountSun },
    { account: REWARD_BUDGET, amountSun },
  ];
  postEntry(db, { key, kind: 'reward-budget', reference: day.date, postings }, nowMs);
}

/** What a player's rounds of a day have been credited, sun. */
const earnedIn = (db: Database, address: string, { startMs, endMs }: Day): number =>
  db.get(
    sql
      .selectFrom('rounds')
      .select(({ fn }) => fn.sum<number | null>('credited_sun').as('sum'))
      .where('address', '=', address)
      .where('played_at', '>=', startMs)
      .where('played_at', '<', endMs),
  )?.sum ?? 0;
