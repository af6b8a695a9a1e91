import type { Histogram } from '@popfray/protocol/admin';
import { useMemo, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { DeskChart, type Bar } from './DeskChart.tsx';

/** Distribution of a measurement. Values below the limit are highlighted. */
export function HistogramChart({
  title,
  unit,
  histogram,
  below = 0,
}: {
  readonly title: string;
  readonly unit: 'ms' | 'percent';
  readonly histogram: Histogram;
  /** A round is held if its median is below this limit. */
  readonly below?: number;
}): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const { width, counts } = histogram;
  const range = useMemo(
    () => (at: number) => {
      const from = at * width;
      const isLast = at === counts.length - 1;
      if (unit === 'percent') {
        return isLast ? t('percentBeyond', { from }) : t('percentRange', { from, to: from + width });
      }
      return isLast ? t('beyond', { from }) : t('range', { from, to: from + width });
    },
    [t, unit, width, counts.length],
  );
  const bars = useMemo(
    () =>
      counts.map((count, at): Bar => ({
        label: range(at),
        value: count,
        words: format.number(count),
        isMarked: (at + 1) * width <= below,
      })),
    [counts, range, width, below, format],
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = counts.indexOf(Math.max(...counts));
  const summary = total === 0 ? t('histogramNone', { title }) : t('histogram', { title, total, range: range(most) });
  const figure = format.number(total);
  return <DeskChart title={title} figure={figure} summary={summary} bars={bars} head={[title, t('count')]} />;
}
