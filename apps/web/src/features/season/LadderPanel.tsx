import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { LadderTable } from './LadderTable.tsx';
import { ladderQuery } from './queries.ts';
import '../../ui/screens.css';

/** The ladder of a season, with the way to earlier seasons. */
export function LadderPanel({ current }: { readonly current: number }): ReactElement {
  const t = useTranslations('season');
  const [number, setNumber] = useState<number | null>(null);
  const ladder = useQuery({ ...ladderQuery(number ?? undefined), placeholderData: keepPreviousData });
  const { data } = ladder;
  const shown = number ?? current;
  const first = data?.firstSeason ?? current;
  const open = (season: number): void => setNumber(season === current ? null : season);
  return (
    <section aria-labelledby="season-ladder" className="min-w-0 rounded-3xl bg-surface p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id="season-ladder" className="text-base">
          {t('ladderOf', { number: shown })}
        </h2>
        {first < current && (
          <div className="flex gap-1">
            <button
              type="button"
              className="action action-bare action-icon"
              aria-label={t('earlier')}
              disabled={shown <= first}
              onClick={() => open(shown - 1)}
            >
              <Icon name="back" />
            </button>
            <button
              type="button"
              className="action action-bare action-icon"
              aria-label={t('later')}
              disabled={shown >= current}
              onClick={() => open(shown + 1)}
            >
              <Icon name="back" className="size-5 rotate-180" />
            </button>
          </div>
        )}
      </div>
      {ladder.isPending && <p className="mt-4 text-muted">{t('loading')}</p>}
      <QueryFailed query={ladder} />
      {data?.rows.length === 0 && <p className="mt-4 text-muted">{t('ladder.none')}</p>}
      {data !== undefined && data.rows.length > 0 && <LadderTable rows={data.rows} />}
    </section>
  );
}
