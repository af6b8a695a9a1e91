import { Suspense, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorBoundary } from '../errors/index.ts';
import { lazy } from '../../data/chunks/lazy.ts';
import type { Bar } from './BarChart.tsx';
import { Table } from './Table.tsx';

/** The chart library is loaded with the first chart. */
const BarChart = lazy(() => import('./BarChart.tsx').then((module) => ({ default: module.BarChart })));

/** A chart with a title and a table of the same values. If the library cannot be loaded, only the table is shown. */
export function DeskChart({
  title,
  summary,
  bars,
  head,
}: {
  readonly title: string;
  /** Description of the chart in a sentence. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** Headers of the table's two columns. */
  readonly head: readonly [label: string, value: string];
}): ReactElement {
  const t = useTranslations('desk');
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-muted">{title}</figcaption>
      <ErrorBoundary fallback={<p className="text-sm text-muted">{summary}</p>}>
        <Suspense fallback={<div className="desk-chart desk-bone" />}>
          <BarChart bars={bars} label={summary} />
        </Suspense>
      </ErrorBoundary>
      <details className="mt-1 text-sm">
        <summary className="w-fit text-muted hover:text-text">{t('details')}</summary>
        <div className="max-h-64 overflow-y-auto">
          <Table name={title} columns={[{ name: head[0] }, { name: head[1], isFigure: true }]}>
            {bars.map(({ label, words }) => (
              <tr key={label}>
                <td>{label}</td>
                <td className="desk-figure">{words}</td>
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </figure>
  );
}
