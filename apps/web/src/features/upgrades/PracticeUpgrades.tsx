import type { UpgradeId } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { type PracticeSession, practiceLoadout } from '../play/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ActiveUpgrades } from './ActiveUpgrades.tsx';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { useNow } from '../../data/api/clock.ts';
import { playerUpgradesQuery } from './upgrades.ts';
import '../../ui/screens.css';

/** The player's upgrades that affect practice, beside the field. Null without any. */
export function PracticeUpgrades({ session }: { readonly session: PracticeSession }): ReactElement {
  return (
    <Queries>
      <Offered session={session} />
    </Queries>
  );
}

const NONE: readonly ActiveUpgrade[] = [];

function Offered({ session }: { readonly session: PracticeSession }): ReactElement | null {
  const t = useTranslations('practiceUpgrades');
  const { rules, seed, rival, offerUpgrades } = session;
  const address = useAccount(({ player }) => player?.address ?? '');
  const { data = NONE } = useQuery({ ...playerUpgradesQuery(address), enabled: address !== '' });
  const ids = practiceLoadout(rules, data, useNow(1_000)).join();
  const working = useMemo(() => data.filter(({ upgradeId }) => ids.split(',').includes(upgradeId)), [data, ids]);
  useEffect(() => {
    offerUpgrades(working);
    return () => offerUpgrades(NONE);
  }, [offerUpgrades, working]);
  if (working.length === 0) return null;
  const isCompared = seed !== null || rival !== null;
  return (
    <section aria-label={t('title')}>
      <h2 className="font-text text-sm font-semibold tracking-normal">{t('title')}</h2>
      <ActiveUpgrades upgrades={working} />
      <p className="mt-2 text-xs text-muted">{isCompared ? t('compared') : t('note')}</p>
    </section>
  );
}

/** The upgrades of the current practice round, below the figures. */
export function UpgradesMark({ loadout }: { readonly loadout: readonly UpgradeId[] }): ReactElement {
  const t = useTranslations('practiceUpgrades');
  const format = useFormatter();
  return (
    <p className="upgrades-mark mt-1 flex items-center gap-2 rounded-xl bg-surface px-3 py-1.5 text-[0.8125rem] leading-tight">
      <Icon name="bolt" className="size-4 shrink-0 text-good" />
      <span className="min-w-0">
        <span className="font-semibold">{t('mark')}</span> {format.list(loadout.map(upgradeName), { type: 'unit' })}
      </span>
    </p>
  );
}
