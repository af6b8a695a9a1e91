import type { Receipt } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RewardBadge, rewardStatusOf } from '../round/index.ts';

/** What a Solo TRX round has earned, and with which upgrades. */
export function Reward({
  id,
  solo,
}: {
  /** Id of the round. */
  readonly id: string;
  readonly solo: NonNullable<Receipt['solo']>;
}): ReactElement {
  const t = useTranslations('receipt');
  const money = useTranslations('money');
  const format = useFormatter();
  const { status, earnedSun, creditedSun, loadout } = solo;
  const standing = rewardStatusOf(solo);
  return (
    <section aria-labelledby="reward">
      <h2 id="reward" className="text-xl">
        {t('reward')}
      </h2>
      <p className="mt-4">
        <RewardBadge standing={standing} />
      </p>
      <Facts className="mt-4">
        <Fact name={t('soloEarned')}>{money('trx', { amount: trx.exact(earnedSun) })}</Fact>
        <Fact name={t('soloCredited')}>
          {status === 'held'
            ? money('pending', { amount: trx.exact(earnedSun) })
            : money('trx', { amount: trx.exact(creditedSun) })}
        </Fact>
        <Fact name={t('soloUpgrades')}>
          {loadout.length === 0 ? t('soloUpgradesNone') : format.list(loadout.map(upgradeName))}
        </Fact>
      </Facts>
      <Link href={`${PATHS.round}/${id}`} className="action action-bare -ml-3 mt-2">
        <Icon name="eye" />
        {t('soloRound')}
      </Link>
    </section>
  );
}
