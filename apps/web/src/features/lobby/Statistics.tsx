import { parseTrx, STATISTICS_CALLS } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { callApi } from '../../data/api/call-api.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { trx } from '../../data/messages/trx.ts';
import { Card } from '../../ui/Card.tsx';
import { formatCount } from '../../data/messages/numbers.ts';

/** Live statistics: earnings, battles and the player's rank. */
export function Statistics(): ReactElement {
  const t = useTranslations('lobby.stats');
  const money = useTranslations('money');
  const {
    stats: { totalTrxEarned, crossChainBattles },
  } = usePlatformStats();
  return (
    <Card title={t('title')}>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-5">
        <Figure name={t('earned')} className="col-span-2">
          {totalTrxEarned === undefined
            ? t('loading')
            : money('trx', { amount: trx.short(parseTrx(totalTrxEarned) ?? 0) })}
        </Figure>
        <Figure name={t('battles')}>
          {crossChainBattles === undefined ? t('loading') : formatCount(crossChainBattles)}
        </Figure>
        <Figure name={t('rank')}>
          <Rank />
        </Figure>
      </dl>
    </Card>
  );
}

function Figure({
  name,
  className = '',
  children,
}: {
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className={`flex flex-col-reverse justify-end gap-1.5 ${className}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figure text-xl">{children}</dd>
    </div>
  );
}

/** The player's rank; a dash without one. DESIGN section 9. */
function Rank(): ReactElement {
  const t = useTranslations('lobby.stats');
  const address = useAccount(({ player }) => player?.address ?? null);
  const { data, isPending } = useQuery({
    queryKey: ['standing', address],
    staleTime: 0,
    enabled: address !== null,
    queryFn: ({ signal }) => callApi(STATISTICS_CALLS.getMyStanding, { signal }),
  });
  if (address !== null && isPending) return <>{t('loading')}</>;
  const rank = data?.rank ?? null;
  return <>{rank === null || address === null ? t('nothing') : t('rankValue', { rank })}</>;
}
