import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { formatTrx } from './amount.ts';
import { DailyChart } from './DailyChart.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { tabPath } from './desk-path.ts';
import { financialQuery, freezeQuery, latestQuery, solvencyQuery, statsQuery, systemQuery } from './queries.ts';
import { TransactionTable } from './TransactionTable.tsx';
import { useUptime } from './uptime.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PANEL } from './looks.ts';

/** Number of days in the charts of the first tab. */
const DAYS = 30;

/** First tab: pending decisions, the state of paid play, and the last thirty days. */
export function Overview(): ReactElement {
  const t = useTranslations('desk.overview');
  const financial = useQuery(financialQuery(DAYS));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] [&>:last-child:nth-child(3)]:col-span-full">
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={t('waiting')}>
          <PendingDecisions />
        </Section>
        <PayoutsFrozen />
        <PaidPlay />
        <System />
      </div>
      <div className={`${PANEL} grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2 md:[&>:first-child]:col-span-full`}>
        <QueryResult query={financial} lines={8}>
          {({ dailyRevenue }) => (
            <>
              <DailyChart days={dailyRevenue} of="revenue" />
              <DailyChart days={dailyRevenue} of="players" />
              <DailyChart days={dailyRevenue} of="rounds" />
            </>
          )}
        </QueryResult>
      </div>
      <Latest />
    </div>
  );
}

/** Decisions that wait for an operator. */
function PendingDecisions(): ReactElement {
  const t = useTranslations('desk.overview');
  const format = useFormatter();
  const stats = useQuery(statsQuery);
  return (
    <QueryResult query={stats} lines={3}>
      {({ waiting }) => (
        <ul className="divide-y divide-line/60">
          {(
            [
              ['review', t('reviews'), waiting.reviews],
              ['chat', t('reports'), waiting.reports],
              ['payouts', t('payouts'), waiting.payouts],
            ] as const
          ).map(([tab, name, count]) => (
            <li key={tab}>
              <Link href={tabPath(tab)} className="flex items-baseline justify-between gap-4 py-2 hover:underline">
                {name}
                <span className={`figure text-lg ${count > 0 ? 'text-caution' : 'text-muted'}`}>
                  {format.number(count)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </QueryResult>
  );
}

/** Warning that payouts are frozen, with a link to the cause. Null while they are not. */
function PayoutsFrozen(): ReactElement | null {
  const t = useTranslations('desk.freeze');
  const overview = useTranslations('desk.overview');
  const { data } = useQuery(freezeQuery);
  if (data?.isFrozen !== true) return null;
  return (
    <Section title={t('title')} aside={<TabLink tab="payouts" name={overview('details')} />}>
      <p className="text-sm text-caution">{t(`cause.${data.cause}`)}</p>
    </Section>
  );
}

/** Whether players can pay and earn, and the coverage of the house's liabilities. */
function PaidPlay(): ReactElement {
  const t = useTranslations('desk.overview');
  const solvency = useQuery(solvencyQuery);
  return (
    <Section title={t('paidPlay')} aside={<TabLink tab="solvency" name={t('toSolvency')} />}>
      <QueryResult query={solvency} lines={2}>
        {({ isPaused, marginSun }) => (
          <>
            <p className={`text-lg font-semibold ${isPaused ? 'text-caution' : 'text-good'}`}>
              {isPaused ? t('paused') : t('running')}
            </p>
            <p className={`text-sm ${marginSun !== null && marginSun < 0 ? 'text-tron' : 'text-muted'}`}>
              {marginSun === null && t('marginUnknown')}
              {marginSun !== null && t(marginSun < 0 ? 'short' : 'margin', { amount: formatTrx(Math.abs(marginSun)) })}
            </p>
          </>
        )}
      </QueryResult>
    </Section>
  );
}

/** State of the server in four figures. */
function System(): ReactElement {
  const t = useTranslations('desk.overview');
  const desk = useTranslations('desk.system');
  const format = useFormatter();
  const writeUptime = useUptime();
  const stats = useQuery(statsQuery);
  const system = useQuery(systemQuery);
  return (
    <Section title={t('system')} aside={<TabLink tab="system" name={t('details')} />}>
      <QueryResult query={system} lines={4}>
        {({ serverUptime, responseTime, errorRate }) => (
          <Facts look="edges">
            <Fact name={t('online')}>{stats.data === undefined ? '…' : format.number(stats.data.onlinePlayers)}</Fact>
            <Fact name={t('response')}>
              {desk('ms', { ms: format.number(responseTime, { maximumFractionDigits: 2 }) })}
            </Fact>
            <Fact name={t('errors')} className={errorRate > 0 ? 'text-caution' : ''}>
              {desk('percent', { percent: format.number(errorRate, { maximumFractionDigits: 2 }) })}
            </Fact>
            <Fact name={t('uptime')}>{writeUptime(serverUptime)}</Fact>
          </Facts>
        )}
      </QueryResult>
    </Section>
  );
}

function Latest(): ReactElement {
  const t = useTranslations('desk.overview');
  const none = useTranslations('desk.transactions')('none');
  const latest = useQuery(latestQuery);
  return (
    <Section title={t('latest')} aside={<TabLink tab="transactions" name={t('all')} />} className="xl:col-span-2">
      <QueryResult query={latest} lines={6}>
        {({ transactions }) => <TransactionTable name={t('latest')} transactions={transactions} empty={none} />}
      </QueryResult>
    </Section>
  );
}

function TabLink({
  tab,
  name,
}: {
  readonly tab: 'payouts' | 'solvency' | 'system' | 'transactions';
  readonly name: string;
}) {
  return (
    <Link href={tabPath(tab)} className="text-sm text-muted underline underline-offset-4 hover:text-text">
      {name}
    </Link>
  );
}
