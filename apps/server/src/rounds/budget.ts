import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery } from '../platform/database/index.ts';
import { balanceOf, hasEntry, HOUSE, playerAccount, postEntry, REWARD_BUDGET } from '../ledger/index.ts';
import { type Day, dayOf } from '../platform/clock/index.ts';

/** What the house's budget of the day leaves, to everybody together, sun. */
export async function budgetLeftSun(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  nowMs: number,
): Promise<number> {
  const isOpen = await hasEntry(db, budgetKey(dayOf(nowMs)));
  return isOpen ? balanceOf(db, REWARD_BUDGET) : settings.rewardBudgetSun;
}

/**
 * Opens the day's budget, once: what yesterday left goes back to the house, and the configured budget comes from it, whether or not
 * anything is spent of it. A budget of 0 is no entry, and can still be raised that day. Run it in the transaction that spends.
 */
export async function openBudget({ db, settings }: Context, nowMs: number): Promise<void> {
  const day = dayOf(nowMs);
  if (await hasEntry(db, budgetKey(day))) return;
  await db.deleteFrom('reward_hours').where('hour', '<', day.date).execute();
  await move(db, `reward-budget-left:${day.date}`, day, -(await balanceOf(db, REWARD_BUDGET)), nowMs);
  await move(db, budgetKey(day), day, settings.rewardBudgetSun, nowMs);
}

/** Credits a round's reward to its player, out of the day's budget, in the caller's transaction. Nothing for 0. */
export async function creditReward(
  db: Database,
  roundId: string,
  address: string,
  amountSun: number,
  nowMs: number,
): Promise<void> {
  if (amountSun === 0) return;
  const postings = [
    { account: REWARD_BUDGET, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const entry = { key: `round:${roundId}`, kind: 'round-reward', reference: roundId, postings } as const;
  const entered = await postEntry(db, entry, nowMs);
  if (entered !== 'posted') throw new Error(`the reward of round ${roundId} is ${entered}`);
}

const budgetKey = (day: Day): string => `reward-budget:${day.date}`;

/** Moves an amount from the house to the budget; below 0, back. */
async function move(db: Database, key: string, day: Day, amountSun: number, nowMs: number): Promise<void> {
  if (amountSun === 0) return;
  const postings = [
    { account: HOUSE, amountSun: -amountSun },
    { account: REWARD_BUDGET, amountSun },
  ];
  await postEntry(db, { key, kind: 'reward-budget', reference: day.date, postings }, nowMs);
}

/** What a player's rounds of a day have been credited, sun. */
export async function earnedIn(db: Database, address: string, { startMs, endMs }: Day): Promise<number> {
  const [total] = await sumCredits(db, address, startMs, endMs);
  return total?.sum ?? 0;
}

/** Compiled once, because every finished round runs it (bench: solo.server_cpu_us_per_round). */
const sumCredits = prepareQuery((db: Database, address: string, startMs: number, endMs: number) =>
  db
    .selectFrom('rounds')
    .select(({ fn }) => fn.sum<number | null>('credited_sun').as('sum'))
    .where('address', '=', address)
    .where('played_at', '>=', startMs)
    .where('played_at', '<', endMs),
);

/** What the rounds of a network's hash have been credited, sun. The hash is of one day. */
export async function earnedOnNetwork(db: Database, network: string): Promise<number> {
  const [total] = await sumOfNetwork(db, network);
  return total?.sum ?? 0;
}

const sumOfNetwork = prepareQuery((db: Database, network: string) =>
  db
    .selectFrom('rounds')
    .select(({ fn }) => fn.sum<number | null>('credited_sun').as('sum'))
    .where('network', '=', network),
);

/** What rounds that ended in an hour were credited at their end, sun. */
export async function paidInHour(db: Database, hour: string): Promise<number> {
  const [known] = await findHour(db, hour);
  return known?.paid_sun ?? 0;
}

const findHour = prepareQuery((db: Database, hour: string) =>
  db.selectFrom('reward_hours').select('paid_sun').where('hour', '=', hour),
);

/** Counts a reward in its hour, in the caller's transaction. */
export async function countPaid(db: Database, hour: string, amountSun: number): Promise<void> {
  if (amountSun > 0) await addToHour(db, hour, amountSun, amountSun);
}

const addToHour = prepareQuery((db: Database, hour: string, amountSun: number, againSun: number) =>
  db
    .insertInto('reward_hours')
    .values({ hour, paid_sun: amountSun })
    .onConflict((conflict) =>
      conflict.column('hour').doUpdateSet(({ eb }) => ({ paid_sun: eb('reward_hours.paid_sun', '+', againSun) })),
    ),
);
