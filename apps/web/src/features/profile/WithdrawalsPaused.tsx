import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Notice that withdrawals are paused while the house reconciles its ledger with the chain. Null otherwise. */
export function WithdrawalsPaused(): ReactElement | null {
  const t = useTranslations('profile.withdrawals');
  const { stats } = usePlatformStats();
  if (stats.areWithdrawalsPaused !== true) return null;
  return (
    <p role="status" className="mt-3 flex items-start gap-2 text-sm text-caution">
      <Icon name="pause" />
      <span>
        {t('paused')} {t('pausedText')}
      </span>
    </p>
  );
}
