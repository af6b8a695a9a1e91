import type { AppliedLimits } from '@popfray/protocol/admin';
import type { Examination } from './examine.ts';
import { type ConductLimits, DEFAULT_LIMITS, MIN_AIMED_CLICKS, pathOf } from './judge.ts';

/** The limits of clicks that `judgeRound` applies to an examined round: those of a round with a path where there is enough of one. */
export function limitsAppliedTo(examination: Examination, limits: ConductLimits = DEFAULT_LIMITS): AppliedLimits {
  const hasPath = pathOf(examination) !== null;
  return {
    fastMs: hasPath ? limits.fastWithPathMs : limits.fastMs,
    regularPct: hasPath ? limits.regularWithPathPct : limits.regularPct,
    precise: hasPath ? null : { offsetPct: limits.precisePct, reactionMs: limits.preciseMs },
    tirelessClicks: limits.tirelessClicks,
    aimless: {
      hitPct: limits.aimlessPct,
      fromClicks: MIN_AIMED_CLICKS,
      doubtful: { hitPct: limits.doubtfulAimPct, score: limits.aimScore },
    },
  };
}
