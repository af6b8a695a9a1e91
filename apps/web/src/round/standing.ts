import type { VerifiedRound } from '@popfray/protocol';

/** What became of a paid round's reward, as it is told. */
export type Standing = 'credited' | 'capped' | 'held' | 'refused';

/** What became of a round's reward: `capped` when a limit of the day left less than it earned. */
export function standingOf({
  status,
  earnedSun,
  creditedSun,
}: Pick<VerifiedRound, 'status' | 'earnedSun' | 'creditedSun'>): Standing {
  return status === 'credited' && creditedSun < earnedSun ? 'capped' : status;
}
