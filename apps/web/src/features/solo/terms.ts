import type { SoloTerms } from '@popfray/protocol';

/** What a player can still earn today. */
export interface Limit {
  /** The smaller of the wallet's remaining cap and the house's remaining budget, sun. */
  readonly leftSun: number;
  /** Which of them is used up; null while neither is. */
  readonly by: 'cap' | 'budget' | null;
}

/** What a round can still earn, and what limits it. */
export function limitOf({ dailyCapSun, earnedTodaySun, budgetLeftSun }: SoloTerms): Limit {
  const capLeftSun = Math.max(0, dailyCapSun - earnedTodaySun);
  if (capLeftSun === 0) return { leftSun: 0, by: 'cap' };
  if (budgetLeftSun <= 0) return { leftSun: 0, by: 'budget' };
  return { leftSun: Math.min(capLeftSun, budgetLeftSun), by: null };
}
