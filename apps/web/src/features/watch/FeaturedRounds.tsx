import { useId, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { usePolled } from '../../data/api/polled.ts';
import { makeRacePath } from '../../data/links/race-link.ts';
import { makeReplayPath } from '../../data/links/replay-link.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { featuredRounds } from './featured-rounds.ts';
import '../../ui/screens.css';

/** The best rounds of the week, each to watch or to race against. Nothing while there are none. */
export function FeaturedRounds(): ReactElement | null {
  const t = useTranslations('featured');
  const format = useFormatter();
  const id = useId();
  const { value } = usePolled(featuredRounds);
  if (value === null || value.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl md:text-2xl">
        {t('title')}
      </h2>
      <p className="mt-1 text-muted">{t('lead')}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {value.map(({ username, mode, score, isOfDay, replay }) => {
          const about = { name: username, score };
          return (
            <li key={replay} className="flex flex-col gap-3 rounded-3xl bg-surface p-5">
              <div className="flex items-baseline justify-between gap-3">
                <p className="min-w-0 truncate font-semibold" title={username}>
                  {username}
                </p>
                <p className="figure text-xl">{format.number(score)}</p>
              </div>
              <p className="text-sm text-muted">{t(isOfDay ? 'ofDay' : 'ofWeek', { mode: t(`mode.${mode}`) })}</p>
              <div className="mt-auto -ml-3 flex flex-wrap">
                <Link
                  href={makeReplayPath(replay)}
                  aria-label={t('watchOne', about)}
                  className="action action-bare"
                  onPointerEnter={() => preload(PATHS.replay)}
                  onFocus={() => preload(PATHS.replay)}
                >
                  <Icon name="eye" />
                  {t('watch')}
                </Link>
                <Link href={makeRacePath(replay)} aria-label={t('raceOne', about)} className="action action-bare">
                  <Icon name="flag" />
                  {t('race')}
                </Link>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
