import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Race } from '../play/index.ts';

/** Result of a race. */
export function RaceResult({ race, score }: { readonly race: Race; readonly score: number }): ReactElement {
  const t = useTranslations('race.result');
  const margin = score - race.replay.score;
  const outcome = margin > 0 ? 'won' : margin < 0 ? 'lost' : 'tied';
  const tone = { won: 'text-good', lost: 'text-caution', tied: 'text-text' }[outcome];
  const { kind, name = null } = race.rival;
  return (
    <p className={`text-sm font-semibold sm:text-base ${tone}`}>
      {outcome !== 'tied' && name !== null
        ? t(`named.${outcome}`, { points: Math.abs(margin), name })
        : t(outcome, { points: Math.abs(margin), rival: kind })}
    </p>
  );
}
