import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { usePlatformStats } from '../api/platform-stats.ts';
import { Icon } from '../shell/Icon.tsx';

/** Says that withdrawals wait while the house compares its books with the chain; nothing while they do not. */
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
