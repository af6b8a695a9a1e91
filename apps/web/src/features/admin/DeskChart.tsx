import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Chart } from '../../ui/charts/Chart.tsx';
import { Table } from '../../ui/Table.tsx';

/** A bar: its label, its value, and the value as text. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly words: string;
  /** Whether the value is beyond a limit. */
  readonly isMarked?: boolean;
}

/** A bar chart with a table of the same values. */
export function DeskChart({
  title,
  figure,
  summary,
  bars,
  head,
}: {
  readonly title: string;
  /** The total. */
  readonly figure: string;
  /** Description of the chart in a sentence. */
  readonly summary: string;
  readonly bars: readonly Bar[];
  /** Headers of the table's two columns. */
  readonly head: readonly [label: string, value: string];
}): ReactElement {
  const t = useTranslations('desk');
  const read = (at: number): string | null => {
    const bar = bars[at];
    return bar === undefined ? null : t('reading', { label: bar.label, value: bar.words });
  };
  return (
    <div className="min-w-0">
      <Chart
        title={title}
        figure={figure}
        summary={summary}
        kind="bars"
        values={bars.map(({ value }) => value)}
        read={read}
        ends={[bars[0]?.label ?? '', bars.at(-1)?.label ?? '']}
        className="text-chain"
        isMarked={(at) => bars[at]?.isMarked === true}
        isTall
      />
      <details className="mt-1 text-sm">
        <summary className="w-fit text-muted hover:text-text">{t('details')}</summary>
        <div className="max-h-64 overflow-y-auto">
          <Table
            name={title}
            rows={bars}
            keyOf={({ label }) => label}
            columns={[
              { name: head[0], render: ({ label }) => label },
              { name: head[1], isFigure: true, render: ({ words }) => words },
            ]}
          />
        </div>
      </details>
    </div>
  );
}
