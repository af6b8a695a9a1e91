import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { formatAmount } from './amount.ts';
import { formatCount } from '../../data/messages/numbers.ts';

/** Live statistics. SPEC section 2: '...' while loading, 0 for a value that the server does not send. */
export function StatTiles(): ReactElement {
  const t = useTranslations('landing.tiles');
  const { stats, isTold, hasFailed } = usePlatformStats();
  const { onlinePlayers, trxEarnedToday, crossChainBattles } = stats;
  const status = useGameSocket((state) => state.status);
  // This visitor counts as online, so a 0 is from before the page was connected.
  const isCounting = onlinePlayers === 0 && status === 'connecting';
  const absent = isTold ? formatCount(0) : t('loading');
  return (
    <section aria-label={t('label')} className="border-b border-line/60 bg-surface/50">
      <dl className="gutter mx-auto grid max-w-360 grid-cols-3 gap-x-4 py-5 sm:gap-x-8 md:py-6">
        <Tile name={t('players')} mark="bg-good">
          {isCounting && t('loading')}
          {!isCounting && (onlinePlayers === undefined ? absent : formatCount(onlinePlayers))}
        </Tile>
        <Tile name={t('earned')} mark="bg-tron">
          {trxEarnedToday === undefined ? absent : formatAmount(trxEarnedToday)}
        </Tile>
        <Tile name={t('battles')} mark="bg-chain">
          {crossChainBattles === undefined ? absent : formatCount(crossChainBattles)}
        </Tile>
      </dl>
      {hasFailed && (
        <p role="status" className="gutter mx-auto max-w-360 pb-4 text-sm text-caution">
          {t('failed')}
        </p>
      )}
    </section>
  );
}

function Tile({
  name,
  mark,
  children,
}: {
  readonly name: string;
  /** Accent colour. */
  readonly mark: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="flex flex-col-reverse justify-end gap-2">
      <dt className="flex items-baseline gap-2 text-sm leading-tight text-muted">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${mark}`} />
        {name}
      </dt>
      <dd className="figure text-[clamp(1.125rem,0.8rem+1.6vw,1.875rem)] [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
