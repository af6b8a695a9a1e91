import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { ActiveUpgrades, playerUpgradesQuery } from '../upgrades/index.ts';
import { soloTermsQuery } from './solo.ts';

/** What a paid round can earn today, and the active upgrades. SPEC section 9, economy. */
export function SoloTerms(): ReactElement {
  const t = useTranslations('solo');
  const money = useTranslations('money');
  const format = useFormatter();
  const address = useAccount(({ player }) => player?.address ?? null);
  const terms = useQuery({ ...soloTermsQuery(address ?? ''), enabled: address !== null });
  const upgrades = useQuery({ ...playerUpgradesQuery(address ?? ''), enabled: address !== null });
  const amount = (sun: number | undefined): string =>
    sun === undefined ? money('loading') : money('trx', { amount: trx.exact(sun) });
  const { data } = terms;
  // Everything appears at once, so that nothing moves.
  if (terms.isPending) return <div className="min-h-96" />;
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3 xl:flex-col">
        <div>
          <dt className="text-sm text-muted">{t('earnedToday')}</dt>
          <dd className="figure mt-1 text-lg">{amount(data?.earnedTodaySun)}</dd>
          <dd className="mt-1 text-sm text-muted">
            {t('earnedOf', { cap: data === undefined ? money('loading') : trx.exact(data.dailyCapSun) })}
          </dd>
          {data !== undefined && data.dailyCapSun < data.fullCapSun && (
            <dd className="mt-1 max-w-xs text-sm text-muted">{t('grows', { full: trx.exact(data.fullCapSun) })}</dd>
          )}
        </div>
        <div>
          <dt className="text-sm text-muted">{t('budget')}</dt>
          <dd className="figure mt-1 text-lg">{amount(data?.budgetLeftSun)}</dd>
          {data !== undefined && data.hourLeftSun < data.budgetLeftSun && (
            <dd className="mt-1 text-sm text-muted">
              {t('hourLeft', {
                amount: trx.exact(data.hourLeftSun),
                at: format.dateTime(data.nextHourAt, { timeStyle: 'short' }),
              })}
            </dd>
          )}
        </div>
      </dl>
      {data !== undefined && (
        <p className="text-sm text-muted">
          {t('roundCap', { amount: trx.exact(data.roundCapSun) })} {t('renews')}
        </p>
      )}
      <div>
        <h2 className="font-text text-sm font-semibold tracking-normal">{t('upgrades')}</h2>
        <ActiveUpgrades upgrades={upgrades.data} />
        <Link
          href={PATHS.upgrades}
          className="mt-2 inline-flex min-h-8 items-center text-sm underline underline-offset-4"
        >
          {t('store')}
        </Link>
      </div>
      <p className="text-sm text-muted">{t('seed')}</p>
    </div>
  );
}
