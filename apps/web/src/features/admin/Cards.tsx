import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';
import { QueryResult } from './QueryResult.tsx';
import { statsQuery } from './queries.ts';
import { useTimeFormat } from './Timestamp.tsx';
import { PANEL } from './looks.ts';

/** The four cards with the main figures. SPEC section 2, admin dashboard. */
export function Cards(): ReactElement {
  const t = useTranslations('desk.cards');
  const desk = useTranslations('desk');
  const format = useFormatter();
  const write = useTimeFormat();
  const stats = useQuery(statsQuery);
  return (
    <section
      aria-label={t('label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 max-sm:grid-cols-2 max-sm:gap-2"
    >
      <QueryResult query={stats} lines={2}>
        {(now) => (
          <>
            <Card name={t('revenue')} figure={desk('trx', { amount: formatTrx(now.totalRevenue) })}>
              {t('revenueToday', { amount: formatTrx(now.todayRevenue) })}
            </Card>
            <Card name={t('players')} figure={format.number(now.totalPlayers)}>
              {t('playersToday', { count: now.todayPlayers })}
            </Card>
            <Card
              name={t('balance')}
              figure={now.houseBalance === null ? desk('none') : desk('trx', { amount: formatTrx(now.houseBalance) })}
            >
              {now.houseBalanceAt === null ? t('balanceNone') : t('balanceAt', { time: write(now.houseBalanceAt) })}
            </Card>
            <Card name={t('sessions')} figure={format.number(now.activeSessions)}>
              {t('sessionsAverage', {
                average: format.number(now.averageSessionSize, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
              })}
            </Card>
          </>
        )}
      </QueryResult>
    </section>
  );
}

/** One figure with a description. */
function Card({
  name,
  figure,
  children,
}: {
  readonly name: string;
  readonly figure: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <dl className={PANEL}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figure mt-1.5 text-xl/none max-sm:text-[0.9375rem]">{figure}</dd>
      <dd className="mt-1.5 text-sm text-muted">{children}</dd>
    </dl>
  );
}
