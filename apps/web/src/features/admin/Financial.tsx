import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { CsvButton } from './CsvButton.tsx';
import { DailyChart } from './DailyChart.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { tabPath, useDeskPath } from './desk-path.ts';
import { financialQuery } from './queries.ts';
import { Trx } from './Trx.tsx';

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
      <nav aria-label={t('range')} className="desk-choice">
        {RANGES.map((each) => (
          <Link
            key={each}
            href={tabPath('financial', { days: String(each) })}
            replace
            {...(each === days && { 'aria-current': 'true' })}
          >
            {t('days', { days: each })}
          </Link>
        ))}
      </nav>
      <CsvButton table="revenue" />
    </span>
  );
  return (
    <div className="desk-overview desk-overview-right">
      <Section title={t('daily')} aside={range}>
        <QueryResult query={financial} lines={8}>
          {({ dailyRevenue }) => (
            <div className="desk-charts">
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
            <dl className="desk-facts">
              {(['entryFees', 'houseFees', 'upgradeSales', 'totalPayouts', 'rewards', 'networkFees'] as const).map(
                (name) => (
                  <div key={name}>
                    <dt>{t(name)}</dt>
                    <dd>
                      <Trx amount={revenueBreakdown[name]} />
                    </dd>
                  </div>
                ),
              )}
            </dl>
          )}
        </QueryResult>
      </Section>
    </div>
  );
}
