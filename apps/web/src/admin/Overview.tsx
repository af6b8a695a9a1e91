import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { writeTrx } from './amount.ts';
import { DailyChart } from './DailyChart.tsx';
import { Loaded } from './Loaded.tsx';
import { Part } from './Part.tsx';
import { tabPath } from './place.ts';
import { financialQuery, freezeQuery, latestQuery, solvencyQuery, statsQuery, systemQuery } from './queries.ts';
import { TransactionTable } from './TransactionTable.tsx';
import { useUptime } from './uptime.ts';

/** Days that the charts of the first tab show. */
const DAYS = 30;

/** The first look: what waits, whether paid play runs, and the last thirty days. */
export function Overview(): ReactElement {
  const t = useTranslations('desk.overview');
  const financial = useQuery(financialQuery(DAYS));
  return (
    <div className="desk-overview">
      <div className="flex min-w-0 flex-col gap-4">
        <Part title={t('waiting')}>
          <Waiting />
        </Part>
        <PayoutsFrozen />
        <PaidPlay />
        <System />
      </div>
      <div className="desk-part desk-charts">
        <Loaded query={financial} lines={8}>
          {({ dailyRevenue }) => (
            <>
              <DailyChart days={dailyRevenue} of="revenue" />
              <DailyChart days={dailyRevenue} of="players" />
              <DailyChart days={dailyRevenue} of="rounds" />
            </>
          )}
        </Loaded>
      </div>
      <Latest />
    </div>
  );
}

/** What only the operator can decide. */
function Waiting(): ReactElement {
  const t = useTranslations('desk.overview');
  const format = useFormatter();
  const stats = useQuery(statsQuery);
  return (
    <Loaded query={stats} lines={3}>
      {({ waiting }) => (
        <ul className="desk-rows">
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
    </Loaded>
  );
}

/** That no payout is signed, and the way to why; nothing while payouts are open. */
function PayoutsFrozen(): ReactElement | null {
  const t = useTranslations('desk.freeze');
  const overview = useTranslations('desk.overview');
  const { data } = useQuery(freezeQuery);
  if (data?.isFrozen !== true) return null;
  return (
    <Part title={t('title')} aside={<TabLink tab="payouts" name={overview('details')} />}>
      <p className="text-sm text-caution">{t(`cause.${data.cause}`)}</p>
    </Part>
  );
}

/** Whether players can pay and earn, and how well that is covered. */
function PaidPlay(): ReactElement {
  const t = useTranslations('desk.overview');
  const solvency = useQuery(solvencyQuery);
  return (
    <Part title={t('paidPlay')} aside={<TabLink tab="solvency" name={t('toSolvency')} />}>
      <Loaded query={solvency} lines={2}>
        {({ isPaused, marginSun }) => (
          <>
            <p className={`text-lg font-semibold ${isPaused ? 'text-caution' : 'text-good'}`}>
              {isPaused ? t('paused') : t('running')}
            </p>
            <p className={`text-sm ${marginSun !== null && marginSun < 0 ? 'text-tron' : 'text-muted'}`}>
              {marginSun === null && t('marginUnknown')}
              {marginSun !== null && t(marginSun < 0 ? 'short' : 'margin', { amount: writeTrx(Math.abs(marginSun)) })}
            </p>
          </>
        )}
      </Loaded>
    </Part>
  );
}

/** How the server does, in four figures. */
function System(): ReactElement {
  const t = useTranslations('desk.overview');
  const desk = useTranslations('desk.system');
  const format = useFormatter();
  const writeUptime = useUptime();
  const stats = useQuery(statsQuery);
  const system = useQuery(systemQuery);
  return (
    <Part title={t('system')} aside={<TabLink tab="system" name={t('details')} />}>
      <Loaded query={system} lines={4}>
        {({ serverUptime, responseTime, errorRate }) => (
          <dl className="desk-facts">
            <div>
              <dt>{t('online')}</dt>
              <dd>{stats.data === undefined ? '…' : format.number(stats.data.onlinePlayers)}</dd>
            </div>
            <div>
              <dt>{t('response')}</dt>
              <dd>{desk('ms', { ms: format.number(responseTime, { maximumFractionDigits: 2 }) })}</dd>
            </div>
            <div>
              <dt>{t('errors')}</dt>
              <dd className={errorRate > 0 ? 'text-caution' : ''}>
                {desk('percent', { percent: format.number(errorRate, { maximumFractionDigits: 2 }) })}
              </dd>
            </div>
            <div>
              <dt>{t('uptime')}</dt>
              <dd>{writeUptime(serverUptime)}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Part>
  );
}

function Latest(): ReactElement {
  const t = useTranslations('desk.overview');
  const latest = useQuery(latestQuery);
  return (
    <Part title={t('latest')} aside={<TabLink tab="transactions" name={t('all')} />} className="xl:col-span-2">
      <Loaded query={latest} lines={6}>
        {({ transactions }) => <TransactionTable name={t('latest')} transactions={transactions} />}
      </Loaded>
    </Part>
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
