import type { DailyBoard } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Card } from '../../ui/Card.tsx';
import { makeReplayPath } from '../../data/links/replay-link.ts';
import { makeSeedPath } from '../../data/links/seed.ts';
import { makeRacePath } from '../../data/links/race-link.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Rank } from './Rank.tsx';

type Past = DailyBoard['yesterday'];

/** The winners of the previous day with their replays, and the previous seed for practice. */
export function Yesterday({ day }: { readonly day: Past }): ReactElement {
  const t = useTranslations('daily.yesterday');
  const format = useFormatter();
  const { places, own, count } = day;
  return (
    <Card title={t('title')}>
      {places.length === 0 ? (
        <p className="mt-2 text-muted">{t('none')}</p>
      ) : (
        <ol className="mt-2 flex flex-col">
          {places.map((place) => (
            <Winner key={place.rank} place={place} />
          ))}
        </ol>
      )}
      {places.some(({ replay }) => replay === null) && (
        <p className="mt-2 text-sm text-muted">
          {t('later', { at: format.dateTime(day.closesAt, { timeStyle: 'short' }) })}
        </p>
      )}
      {own !== null && own.rank > places.length && (
        <p className="mt-3 text-sm text-muted">{t('own', { rank: own.rank, count })}</p>
      )}
      <p className="mt-4 border-t border-line/60 pt-3">
        <Link
          href={makeSeedPath(PATHS.freePlay, day.seed)}
          className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
        >
          {t('play')}
        </Link>
        <span className="block text-sm text-muted">{t('playNote')}</span>
      </p>
    </Card>
  );
}

function Winner({ place }: { readonly place: Past['places'][number] }): ReactElement {
  const t = useTranslations('daily.yesterday');
  const board = useTranslations('daily.board');
  const { rank, name, score, replay } = place;
  const racePath = replay === null ? null : makeRacePath(replay);
  return (
    <li className="border-line/60 py-3 not-first:border-t">
      <p className="flex items-baseline gap-3">
        <Rank rank={rank}>{board('points', { points: rank })}</Rank>
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
        <span className="tabular-nums">{board('points', { points: score })}</span>
      </p>
      {replay !== null && (
        <p className="mt-1 flex flex-wrap gap-x-1 pl-3">
          <Link href={makeReplayPath(replay)} aria-label={t('watch', { name })} className="action action-bare text-sm">
            <Icon name="eye" />
            {t('watchShort')}
          </Link>
          {racePath !== null && (
            <Link href={racePath} aria-label={t('race', { name })} className="action action-bare text-sm">
              <Icon name="play" />
              {t('raceShort')}
            </Link>
          )}
        </p>
      )}
    </li>
  );
}
