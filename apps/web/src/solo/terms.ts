import type { SoloTerms } from '@popfray/protocol';

/** What a player can still earn today. */
export interface Limit {
  /** The least of what the wallet's cap and the house's budget leave, in sun. */
  readonly leftSun: number;
  /** Which of them leaves nothing; null while both leave something. */
  readonly by: 'cap' | 'budget' | null;
}

/** What a round can still earn, and what it is that limits it. */
export function limitOf({ dailyCapSun, earnedTodaySun, budgetLeftSun }: SoloTerms): Limit {
  const capLeftSun = Math.max(0, dailyCapSun - earnedTodaySun);
  if (capLeftSun === 0) return { leftSun: 0, by: 'cap' };
  if (budgetLeftSun <= 0) return { leftSun: 0, by: 'budget' };
  return { leftSun: Math.min(capLeftSun, budgetLeftSun), by: null };
}
