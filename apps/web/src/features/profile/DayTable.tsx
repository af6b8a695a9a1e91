import type { PlayedDay } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { Table } from '../../ui/Table.tsx';

/** The data of the charts as a table, by day, newest first. */
export function DayTable({ days }: { readonly days: readonly PlayedDay[] }): ReactElement {
  const t = useTranslations('profile.charts');
  const none = useTranslations('profile')('nothing');
  const format = useFormatter();
  return (
    <details className="mt-2">
      <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
      <Table
        name={t('title')}
        rows={days.toReversed()}
        keyOf={({ date }) => date}
        className="max-h-80 overscroll-contain [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-surface"
        columns={[
          {
            name: t('date'),
            isTitle: true,
            className: 'whitespace-nowrap',
            render: ({ date }) =>
              format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' }),
          },
          { name: t('games'), isFigure: true, render: ({ games }) => format.number(games) },
          { name: t('points'), isFigure: true, render: ({ points }) => format.number(points) },
          { name: t('best'), isFigure: true, render: ({ best }) => (best === null ? none : format.number(best)) },
          { name: t('earned'), isFigure: true, render: ({ earnedSun }) => trx.exact(earnedSun) },
          {
            name: t('winRate'),
            isFigure: true,
            render: ({ battles, won }) => (battles === 0 ? none : t('wonOf', { won, played: battles })),
          },
        ]}
      />
    </details>
  );
}
