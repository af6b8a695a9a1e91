import type { PlayedDay } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useTrx } from '../../data/messages/trx.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';

/** The data of the charts as a table, by day, newest first. */
export function DayTable({ days }: { readonly days: readonly PlayedDay[] }): ReactElement {
  const t = useTranslations('profile.charts');
  const none = useTranslations('profile')('nothing');
  const format = useFormatter();
  const trx = useTrx();
  return (
    <details className="mt-2">
      <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
      <ScrollRegion
        name={t('title')}
        className="max-h-80 overflow-auto overscroll-contain text-[0.875rem] tabular-nums"
      >
        <table className="w-full border-collapse [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:text-right [&_:is(th,td)]:whitespace-nowrap [&_:is(th:first-child)]:pl-1 [&_:is(th:first-child)]:text-left [&_tbody_th]:font-normal [&_tbody_tr]:border-t [&_tbody_tr]:border-line/70 [&_thead_th]:sticky [&_thead_th]:top-0 [&_thead_th]:bg-surface [&_thead_th]:text-muted">
          <thead>
            <tr>
              {(['date', 'games', 'points', 'best', 'earned', 'winRate'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, games, points, best, earnedSun, battles, won }) => (
              <tr key={date}>
                <th scope="row">
                  {format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })}
                </th>
                <td>{format.number(games)}</td>
                <td>{format.number(points)}</td>
                <td>{best === null ? none : format.number(best)}</td>
                <td>{trx.exact(earnedSun)}</td>
                <td>{battles === 0 ? none : t('wonOf', { won, played: battles })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
