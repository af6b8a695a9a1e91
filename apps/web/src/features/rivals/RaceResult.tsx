import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Race } from '../play/index.ts';

/** Result of a race. */
export function RaceResult({ race, score }: { readonly race: Race; readonly score: number }): ReactElement {
  const t = useTranslations('race.result');
  const margin = score - race.replay.score;
  const outcome = margin > 0 ? 'won' : margin < 0 ? 'lost' : 'tied';
  const tone = { won: 'text-good', lost: 'text-caution', tied: 'text-text' }[outcome];
  return (
    <p className={`text-sm font-semibold sm:text-base ${tone}`}>
      {t(outcome, { points: Math.abs(margin), rival: race.rival.kind })}
    </p>
  );
}
