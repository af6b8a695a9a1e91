import type { PlayedDay } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Chart } from '../../ui/charts/Chart.tsx';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { SOLO_ARENA } from '../../data/paths.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { DayTable } from './DayTable.tsx';
import { seriesQuery, SPANS, sumDays, type Span } from './series.ts';

/** Charts of the player's points, earnings and wins of the last days. */
export function Progress({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.charts');
  const [span, setSpan] = useState<Span>(SPANS[0]);
  const series = useQuery(seriesQuery(address, span));
  const { data } = series;
  // A new player has no charts to wait for.
  const isNew = useAccount(({ player }) => player?.gamesPlayed === 0);
  const isEmpty = data === undefined ? isNew && series.isPending : data.every(({ games }) => games === 0);
  return (
    <section aria-label={t('title')} className="rounded-3xl bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base">{t('title')}</h2>
        <Segmented
          layout="compact"
          legend={t('span')}
          options={SPANS.map((days) => ({ value: String(days), label: t('days', { days }) }))}
          value={String(span)}
          onChange={(days) => setSpan(SPANS.find((known) => String(known) === days) ?? SPANS[0])}
        />
      </div>
      {series.isPending && !isEmpty && <Skeleton />}
      <QueryFailed query={series} className="mt-4" />
      {isEmpty && (
        <>
          <p className="mt-3 text-muted">{t('none')}</p>
          <Link href={SOLO_ARENA} className="action action-quiet mt-3">
            {t('play')}
          </Link>
        </>
      )}
      {data !== undefined && !isEmpty && <Charts days={data} />}
    </section>
  );
}

/** Placeholders of the charts while they load. */
function Skeleton(): ReactElement {
  const t = useTranslations('profile.charts');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-6"
    >
      {['points', 'earned', 'best', 'wins'].map((name) => (
        <div key={name} aria-hidden="true" className="h-32 rounded-2xl bg-raised/60" />
      ))}
    </div>
  );
}

function Charts({ days }: { readonly days: readonly PlayedDay[] }): ReactElement {
  const t = useTranslations('profile.charts');
  const none = useTranslations('profile')('nothing');
  const money = useTranslations('money');
  const format = useFormatter();
  const sums = sumDays(days);
  const dateOf = (day: PlayedDay | undefined): string =>
    day === undefined
      ? ''
      : format.dateTime(new Date(`${day.date}T00:00:00Z`), { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const ends = [dateOf(days[0]), dateOf(days.at(-1))] as const;
  const reader =
    (valueOf: (day: PlayedDay) => string | null) =>
    (at: number): string | null => {
      const day = days[at];
      const value = day === undefined ? null : valueOf(day);
      return value === null ? null : t('onDay', { date: dateOf(day), value });
    };
  const percent = (rate: number): string => format.number(rate, { style: 'percent' });
  return (
    <>
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-6">
        <Chart
          title={t('points')}
          figure={format.number(sums.points)}
          summary={`${t('points')}: ${t('pointsSummary', { total: sums.points, days: days.length })}`}
          kind="bars"
          values={days.map(({ points }) => points)}
          read={reader(({ points }) => format.number(points))}
          ends={ends}
          className="text-rare"
        />
        <Chart
          title={t('earned')}
          figure={money('trx', { amount: trx.short(sums.earnedSun) })}
          summary={`${t('earned')}: ${t('earnedSummary', { total: trx.exact(sums.earnedSun), days: days.length })}`}
          kind="bars"
          values={days.map(({ earnedSun }) => earnedSun)}
          read={reader(({ earnedSun }) => money('trx', { amount: trx.exact(earnedSun) }))}
          ends={ends}
          className="text-good"
        />
        <Chart
          title={t('best')}
          figure={format.number(sums.best ?? 0)}
          summary={`${t('best')}: ${t('bestSummary', { best: sums.best ?? 0, days: days.length })}`}
          kind="line"
          values={days.map(({ best }) => best)}
          read={reader(({ best }) => (best === null ? null : format.number(best)))}
          ends={ends}
          className="text-legendary"
        />
        <Chart
          title={t('winRate')}
          figure={sums.battles === 0 ? none : percent(sums.won / sums.battles)}
          summary={`${t('winRate')}: ${t('winRateSummary', { won: sums.won, played: sums.battles, days: days.length })}`}
          kind="line"
          values={sums.winRates}
          most={1}
          read={reader(({ won, battles }) => (battles === 0 ? null : t('wonOf', { won, played: battles })))}
          ends={ends}
          className="text-chain"
        />
      </div>
      <p className="mt-4 text-sm text-muted">
        <span className="block">{t('utc')}</span>
        <span className="block">{t('winRateNote')}</span>
      </p>
      <DayTable days={days} />
    </>
  );
}
