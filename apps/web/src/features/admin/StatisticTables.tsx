import { STATISTICS, type Comparison, type Statistic, type StatisticGroup } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { RangeMark } from './RangeMark.tsx';
import { Table } from '../../ui/Table.tsx';

const GROUPS = Object.keys(STATISTICS) as StatisticGroup[];

/** Every statistic of a round beside those of people: a table for the clicks, one for the ways between them, and one for the path. */
export function StatisticTables({ comparison }: { readonly comparison: Comparison }): ReactElement {
  const t = useTranslations('desk.people');
  const format = useFormatter();
  const { statistics, people, minutes, measuredOn } = comparison;
  const outside = statistics.filter(isOutside).length;
  return (
    <>
      <p>{t('outside', { outside, count: statistics.length })}</p>
      <p className="mt-1 max-w-prose text-sm text-muted">
        {t('source', {
          people,
          minutes,
          date: format.dateTime(new Date(measuredOn), { dateStyle: 'long', timeZone: 'UTC' }),
        })}
      </p>
      <div className="mt-3 gap-8 xl:columns-2">
        {GROUPS.map((group) => {
          const rows = statistics.filter(({ name }) => name in STATISTICS[group]);
          return (
            <div key={group} className="mb-5 break-inside-avoid">
              {rows.length === 0 ? (
                <p className="text-muted">{t(`none.${group}`)}</p>
              ) : (
                <StatisticTable group={group} rows={rows} />
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

function StatisticTable({
  group,
  rows,
}: {
  readonly group: StatisticGroup;
  readonly rows: readonly Statistic[];
}): ReactElement {
  const t = useTranslations('desk.people');
  const write = useStatisticFormat();
  const describe = (row: Statistic): string => {
    const { name, value, low, median, high } = row;
    return t(value < low ? 'below' : value > high ? 'above' : 'within', {
      name: t(`name.${name}`),
      value: write(row, value),
      low: write(row, low),
      median: write(row, median),
      high: write(row, high),
    });
  };
  return (
    <Table
      name={t(`group.${group}`)}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { name: t(`group.${group}`), render: ({ name }) => t(`name.${name}`) },
        {
          name: t('value'),
          isFigure: true,
          className: (row) => (isOutside(row) ? 'font-semibold text-caution' : ''),
          render: (row) => write(row, row.value),
        },
        { name: t('people'), render: (row) => <RangeMark statistic={row} label={describe(row)} /> },
      ]}
    />
  );
}

const isOutside = ({ value, low, high }: Statistic): boolean => value < low || value > high;

/** Writes a value of a statistic with its unit. */
function useStatisticFormat(): (statistic: Statistic, value: number) => string {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const units: Record<string, string> = { ...STATISTICS.clicks, ...STATISTICS.legs, ...STATISTICS.path };
  return ({ name }, value) => {
    if (units[name] === 'ms') return t('ms', { ms: Math.round(value) });
    if (units[name] === 'percent') return t('percent', { percent: Math.round(value) });
    return format.number(value, { maximumSignificantDigits: 2 });
  };
}
