import type { AdminFinancial } from '@popfray/protocol/admin';
import { useMemo, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { DeskChart, type Bar } from './DeskChart.tsx';

/** Figures with a daily chart. */
export type Daily = 'revenue' | 'players' | 'rounds' | 'transactions';

/** Chart of a daily figure, oldest day first. */
export function DailyChart({
  days,
  of,
}: {
  readonly days: AdminFinancial['dailyRevenue'];
  readonly of: Daily;
}): ReactElement {
  const t = useTranslations('desk.charts');
  const format = useFormatter();
  const bars = useMemo(
    () =>
      days.map((day): Bar => ({
        // Days are UTC days.
        label: format.dateTime(new Date(day.date), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
        value: Number(day[of]),
        words: of === 'revenue' ? formatTrx(day.revenue) : format.number(day[of]),
      })),
    [days, of, format],
  );
  const title = t(of);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const most = bars.reduce<Bar | null>((best, bar) => (best !== null && best.value >= bar.value ? best : bar), null);
  const summary =
    total === 0 || most === null
      ? t('nothing', { title, days: days.length })
      : t('of', {
          title,
          total: format.number(total, { maximumFractionDigits: 2 }),
          days: days.length,
          most: most.words,
          day: most.label,
        });
  const figure = format.number(total, { maximumFractionDigits: 2 });
  return <DeskChart title={title} figure={figure} summary={summary} bars={bars} head={[t('day'), title]} />;
}
