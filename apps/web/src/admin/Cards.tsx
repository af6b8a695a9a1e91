import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { writeTrx } from './amount.ts';
import { Loaded } from './Loaded.tsx';
import { statsQuery } from './queries.ts';
import { useWhen } from './When.tsx';

/** The four cards of the specification. SPEC section 2, admin dashboard. */
export function Cards(): ReactElement {
  const t = useTranslations('desk.cards');
  const desk = useTranslations('desk');
  const format = useFormatter();
  const write = useWhen();
  const stats = useQuery(statsQuery);
  return (
    <section aria-label={t('label')} className="desk-cards">
      <Loaded query={stats} lines={2}>
        {(now) => (
          <>
            <Card name={t('revenue')} figure={desk('trx', { amount: writeTrx(now.totalRevenue) })}>
              {t('revenueToday', { amount: writeTrx(now.todayRevenue) })}
            </Card>
            <Card name={t('players')} figure={format.number(now.totalPlayers)}>
              {t('playersToday', { count: now.todayPlayers })}
            </Card>
            <Card
              name={t('balance')}
              figure={now.houseBalance === null ? desk('none') : desk('trx', { amount: writeTrx(now.houseBalance) })}
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
      </Loaded>
    </section>
  );
}

/** One figure, and a line about it. */
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
    <dl className="desk-card">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figure mt-1.5">{figure}</dd>
      <dd className="mt-1.5 text-sm text-muted">{children}</dd>
    </dl>
  );
}
