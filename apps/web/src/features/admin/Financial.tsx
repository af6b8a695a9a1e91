import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { CsvButton } from './CsvButton.tsx';
import { DailyChart } from './DailyChart.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { tabPath, useDeskPath } from './desk-path.ts';
import { financialQuery } from './queries.ts';
import { Trx } from './Trx.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PillNav } from './PillNav.tsx';

/** Selectable periods, days. */
const RANGES = [7, 30, 90, 365] as const;

/** Income and expenses per day and in total. */
export function Financial(): ReactElement {
  const t = useTranslations('desk.financial');
  const { get } = useDeskPath();
  const days = RANGES.find((range) => String(range) === get('days')) ?? 30;
  const financial = useQuery(financialQuery(days));
  const range = (
    <span className="flex flex-wrap items-center gap-2">
      <PillNav
        label={t('range')}
        links={RANGES.map((each) => ({
          href: tabPath('financial', { days: String(each) }),
          text: t('days', { days: each }),
          isCurrent: each === days,
        }))}
      />
      <CsvButton table="revenue" />
    </span>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <Section title={t('daily')} aside={range}>
        <QueryResult query={financial} lines={8}>
          {({ dailyRevenue }) => (
            <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2 md:[&>:first-child]:col-span-full">
              <DailyChart days={dailyRevenue} of="revenue" />
              <DailyChart days={dailyRevenue} of="transactions" />
              <DailyChart days={dailyRevenue} of="rounds" />
            </div>
          )}
        </QueryResult>
      </Section>
      <Section title={t('breakdown')}>
        <QueryResult query={financial} lines={6}>
          {({ revenueBreakdown }) => (
            <Facts look="edges">
              {(['entryFees', 'houseFees', 'upgradeSales', 'totalPayouts', 'rewards', 'networkFees'] as const).map(
                (name) => (
                  <Fact key={name} name={t(name)}>
                    <Trx amount={revenueBreakdown[name]} />
                  </Fact>
                ),
              )}
            </Facts>
          )}
        </QueryResult>
      </Section>
    </div>
  );
}
