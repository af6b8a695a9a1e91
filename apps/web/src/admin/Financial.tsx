import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { CsvButton } from './CsvButton.tsx';
import { DailyChart } from './DailyChart.tsx';
import { Loaded } from './Loaded.tsx';
import { Part } from './Part.tsx';
import { tabPath, usePlace } from './place.ts';
import { financialQuery } from './queries.ts';
import { Trx } from './Trx.tsx';

/** How many days can be looked at. */
const RANGES = [7, 30, 90, 365] as const;

/** What came in and what went out, a day each and in all. */
export function Financial(): ReactElement {
  const t = useTranslations('desk.financial');
  const { get } = usePlace();
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
      <Part title={t('daily')} aside={range}>
        <Loaded query={financial} lines={8}>
          {({ dailyRevenue }) => (
            <div className="desk-charts">
              <DailyChart days={dailyRevenue} of="revenue" />
              <DailyChart days={dailyRevenue} of="transactions" />
              <DailyChart days={dailyRevenue} of="rounds" />
            </div>
          )}
        </Loaded>
      </Part>
      <Part title={t('breakdown')}>
        <Loaded query={financial} lines={6}>
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
        </Loaded>
      </Part>
    </div>
  );
}
