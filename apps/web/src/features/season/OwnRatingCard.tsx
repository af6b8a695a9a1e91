import {
  LEAGUE_FLOORS,
  LEAGUES,
  RANKED_BATTLES,
  RANKED_DEVIATION,
  RANKED_OPPONENTS,
  type MySeason,
  type OwnRating,
} from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { LeagueBadge } from './LeagueBadge.tsx';
import '../../ui/screens.css';

/** The player's rating with its league, or what is missing for one. */
export function OwnRatingCard({ rating, past }: Pick<MySeason, 'rating' | 'past'>): ReactElement {
  const t = useTranslations('season');
  const format = useFormatter();
  return (
    <Card title={t('yourRating')}>
      <div className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <p className="figure text-4xl">{format.number(rating.rating)}</p>
        <LeagueBadge league={rating.league} />
        {rating.rank !== null && <span className="text-muted">{t('place', { rank: rating.rank })}</span>}
      </div>
      <p className="mt-2 text-sm text-muted">{t('uncertainty', { deviation: rating.deviation })}</p>
      {rating.league === null ? <Missing rating={rating} /> : <Next rating={rating} />}
      {past.length > 0 && (
        <>
          <h3 className="mt-5 text-sm font-semibold">{t('past')}</h3>
          <ul className="mt-1 flex flex-col">
            {past.map((old) => (
              <li key={old.season} className="flex items-center justify-between gap-3 border-t border-line/70 py-2">
                <span>{t('numbered', { number: old.season })}</span>
                <span className="flex items-center gap-3 tabular-nums">
                  <LeagueBadge league={old.league} />
                  {format.number(old.rating)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** What a provisional rating lacks. */
function Missing({ rating }: { readonly rating: OwnRating }): ReactElement {
  const t = useTranslations('season');
  const parts = [
    { key: 'battles', done: Math.min(rating.battles, RANKED_BATTLES), target: RANKED_BATTLES },
    { key: 'opponents', done: Math.min(rating.opponents, RANKED_OPPONENTS), target: RANKED_OPPONENTS },
  ] as const;
  return (
    <div className="mt-4">
      <p className="text-sm">{t('provisional')}</p>
      <ul className="mt-2 flex flex-col gap-1 text-sm text-muted tabular-nums">
        {parts.map(({ key, done, target }) => (
          <li key={key}>{t(`missing.${key}`, { done, target })}</li>
        ))}
        {rating.battles >= RANKED_BATTLES && rating.deviation > RANKED_DEVIATION && (
          <li>{t('missing.deviation', { target: RANKED_DEVIATION })}</li>
        )}
      </ul>
    </div>
  );
}

/** How far the next league is; null in the highest one. */
function Next({ rating }: { readonly rating: OwnRating }): ReactElement | null {
  const t = useTranslations('season');
  const leagues = useTranslations('season.leagues');
  const next = LEAGUES.find((league) => LEAGUE_FLOORS[league] > rating.rating);
  if (next === undefined) return null;
  return (
    <p className="mt-4 text-sm">{t('next', { points: LEAGUE_FLOORS[next] - rating.rating, league: leagues(next) })}</p>
  );
}
