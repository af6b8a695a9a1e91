import type { VerifiedRound } from '@popfray/protocol';

/** Status of a paid round's reward as it is shown. */
export type RewardStatus = 'credited' | 'capped' | 'held' | 'refused';

/** Status of a round's reward: `capped` when a daily limit left less than it earned. */
export function rewardStatusOf({
  status,
  earnedSun,
  creditedSun,
}: Pick<VerifiedRound, 'status' | 'earnedSun' | 'creditedSun'>): RewardStatus {
  return status === 'credited' && creditedSun < earnedSun ? 'capped' : status;
}
