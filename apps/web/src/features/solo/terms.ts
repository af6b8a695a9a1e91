import type { RewardCut, SoloTerms } from '@popfray/protocol';

/** What a player can still earn today. */
export interface Limit {
  /** What is left of the tightest limit, sun. */
  readonly leftSun: number;
  /** The limit that is used up; null while none is. */
  readonly by: Exclude<RewardCut, 'round'> | null;
  /** When that limit is reset, epoch ms. */
  readonly resetsAt: number;
}

/** What rounds can still earn, and what limits it. Of several limits that are used up, the one that is reset last counts. */
export function limitOf(terms: SoloTerms): Limit {
  const { dailyCapSun, fullCapSun, earnedTodaySun, networkLeftSun, budgetLeftSun, hourLeftSun } = terms;
  const { renewsAt, nextHourAt } = terms;
  const limits: Limit[] = [
    { by: dailyCapSun < fullCapSun ? 'account' : 'wallet', leftSun: dailyCapSun - earnedTodaySun, resetsAt: renewsAt },
    { by: 'network', leftSun: networkLeftSun, resetsAt: renewsAt },
    { by: 'budget', leftSun: budgetLeftSun, resetsAt: renewsAt },
    { by: 'hour', leftSun: hourLeftSun, resetsAt: nextHourAt },
  ];
  const spent = limits.find(({ leftSun }) => leftSun <= 0);
  if (spent !== undefined) return { ...spent, leftSun: 0 };
  return { by: null, leftSun: Math.min(...limits.map(({ leftSun }) => leftSun)), resetsAt: renewsAt };
}
