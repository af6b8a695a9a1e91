import type { RewardCut } from '@popfray/protocol';
import { type Day, dayOf } from '../platform/clock/index.ts';
import type { SettingValues } from '../platform/config/index.ts';
import type { Context } from '../platform/context/index.ts';
import { accountCapSun, readSettings } from '../earning-limits/index.ts';
import { budgetLeftSun, countPaid, earnedIn, earnedOnNetwork, openBudget, paidInHour } from './budget.ts';

/** Who is rewarded, and when. */
export interface RewardPlace {
  /** The player's address, which is also that of all the player's withdrawals. */
  readonly address: string;
  /** Hash of the network on the day of the round; null for a round from before it was stored. */
  readonly network: string | null;
  /** End of the round, epoch ms. */
  readonly playedAt: number;
}

/** A reward that a round has earned. */
export interface Reward extends RewardPlace {
  readonly earnedSun: number;
}

/** What a player can still earn, sun. */
export interface Allowance {
  readonly day: Day;
  readonly roundCapSun: number;
  /** Most that the account earns in a day at its age, and what it was credited that day. */
  readonly accountCapSun: number;
  readonly earnedTodaySun: number;
  /** What the account's cap leaves. */
  readonly capLeftSun: number;
  /** What the network's cap leaves, to all players of the network together. */
  readonly networkLeftSun: number;
}

/** What the house still pays to all players together, sun. */
export interface HouseAllowance {
  readonly budgetLeftSun: number;
  readonly hourLeftSun: number;
}

/** What a reward is credited, and the limit that has reduced it. */
export interface LimitedReward {
  readonly creditedSun: number;
  readonly cutBy: RewardCut | null;
}

const HOUR_MS = 3_600_000;

/** When the hour after a time begins, epoch ms. */
export const nextHourAt = (nowMs: number): number => (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;

/** What a player can still earn on the day of a round. Changes nothing. */
export async function allowanceOf(
  context: Context,
  values: SettingValues,
  { address, network, playedAt }: RewardPlace,
): Promise<Allowance> {
  const { db, settings } = context;
  const day = dayOf(playedAt);
  const capSun = await accountCapSun(context, values, address, playedAt);
  const earnedTodaySun = await earnedIn(db, address, day);
  // An account that has grown can earn its own cap, even where it is above the network's.
  const networkCapSun = Math.max(capSun, shareOf(settings.rewardBudgetSun, values['network-cap']));
  const networkSun = network === null ? 0 : await earnedOnNetwork(db, network);
  return {
    day,
    roundCapSun: values['round-cap'],
    accountCapSun: capSun,
    earnedTodaySun,
    capLeftSun: Math.max(0, capSun - earnedTodaySun),
    networkLeftSun: Math.max(0, networkCapSun - networkSun),
  };
}

/** What the house still pays on the day and in the hour of a time. Changes nothing: a day's budget that was not yet opened counts as whole. */
export async function houseAllowanceOf(
  context: Context,
  values: SettingValues,
  nowMs: number,
): Promise<HouseAllowance> {
  const { db, settings } = context;
  const leftSun = await budgetLeftSun(context, nowMs);
  const hourSun = shareOf(settings.rewardBudgetSun, values['hour-share']) - (await paidInHour(db, hourOf(nowMs)));
  return { budgetLeftSun: leftSun, hourLeftSun: Math.max(0, hourSun) };
}

/**
 * Limits a reward by the caps of the round, the account and the network, the budget of the day, and its share of the hour, and counts it in the hour.
 * Call it once for each reward, in the transaction that credits it.
 */
export async function limitReward(context: Context, reward: Reward): Promise<LimitedReward> {
  const { playedAt } = reward;
  await openBudget(context, playedAt);
  const values = await readSettings(context);
  const own = await allowanceOf(context, values, reward);
  const house = await houseAllowanceOf(context, values, playedAt);
  const limited = cut(reward.earnedSun, [
    ...ownLimits(context, own),
    ['budget', house.budgetLeftSun],
    ['hour', house.hourLeftSun],
  ]);
  await countPaid(context.db, hourOf(playedAt), limited.creditedSun);
  return limited;
}

/** Limits a reward by the caps of its round, account and network alone: for an operator who pays it later from the budget of another day. */
export async function limitHeldReward(context: Context, reward: Reward): Promise<LimitedReward> {
  return cut(reward.earnedSun, ownLimits(context, await allowanceOf(context, await readSettings(context), reward)));
}

type Limit = readonly [by: RewardCut, leftSun: number];

const ownLimits = ({ settings }: Context, own: Allowance): Limit[] => [
  ['round', own.roundCapSun],
  [own.accountCapSun < settings.dailyCapSun ? 'account' : 'wallet', own.capLeftSun],
  ['network', own.networkLeftSun],
];

/** Reduces an amount to the lowest limit. Of equal limits the first is named. */
function cut(earnedSun: number, limits: readonly Limit[]): LimitedReward {
  let limited: LimitedReward = { creditedSun: earnedSun, cutBy: null };
  for (const [cutBy, leftSun] of limits) if (leftSun < limited.creditedSun) limited = { creditedSun: leftSun, cutBy };
  return limited;
}

const shareOf = (amountSun: number, percent: number): number => Math.floor((amountSun * percent) / 100);

/** The hour of a time in UTC as ISO 8601: `2026-01-15T12`. */
const hourOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, '2026-01-15T12'.length);
