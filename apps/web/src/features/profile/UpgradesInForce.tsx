import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { ActiveUpgrades, playerUpgradesQuery } from '../upgrades/index.ts';

/** The active upgrades, with a link to the store. */
export function UpgradesInForce({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile');
  const upgrades = useQuery(playerUpgradesQuery(address));
  return (
    <section aria-label={t('active')} className="rounded-3xl bg-surface p-5">
      <h2 className="text-base">{t('active')}</h2>
      {upgrades.isError ? (
        <QueryFailed query={upgrades} className="mt-4" />
      ) : (
        <ActiveUpgrades upgrades={upgrades.data} />
      )}
      <Link
        href={PATHS.upgrades}
        className="action action-quiet mt-4"
        onPointerEnter={() => preload(PATHS.upgrades)}
        onFocus={() => preload(PATHS.upgrades)}
      >
        {t('store')}
      </Link>
    </section>
  );
}
