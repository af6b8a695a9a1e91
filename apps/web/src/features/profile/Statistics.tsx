import { parseTrx, STATISTICS_CALLS, type Player } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { useNow } from '../../data/api/clock.ts';
import { purchasesQuery } from '../upgrades/index.ts';
import { PreferredMode, StatisticsByMode } from './GameModes.tsx';
import { sumPurchases } from './purchases.ts';

/** The player's statistics: rounds verified by the server, including practice. Battles against bots do not count as wins. */
export function GameStats({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const format = useFormatter();
  const money = useTranslations('money');
  const { address, gamesPlayed, totalScore } = player;
  const { data: standing, isError } = useQuery({
    queryKey: ['standing', address],
    staleTime: 0,
    queryFn: ({ signal }) => callApi(STATISTICS_CALLS.getMyStanding, { signal }),
  });
  const { rank = null, gamesWon: won = 0, gamesPlayed: played = 0, earnings = '0' } = standing ?? {};
  const free = standing?.freeBattles ?? { gamesWon: 0, gamesPlayed: 0 };
  /** Text of the ranking: loading, not available, or the value. */
  const placed = (text: string): string => {
    if (standing !== undefined) return text;
    return isError ? t('nothing') : money('loading');
  };
  return (
    <Stats
      title={t('gameStats')}
      stats={[
        [t('gamesPlayed'), format.number(gamesPlayed)],
        [t('totalScore'), format.number(totalScore)],
        [t('average'), gamesPlayed === 0 ? t('nothing') : format.number(Math.round(totalScore / gamesPlayed))],
        [t('rank'), placed(rank === null ? t('nothing') : t('rankValue', { rank }))],
        [t('earnedInAll'), placed(money('trx', { amount: trx.exact(parseTrx(earnings) ?? 0) }))],
        [t('battlesWon'), placed(played === 0 ? t('nothing') : t('battlesWonOf', { won, played }))],
        [t('winRate'), placed(played === 0 ? t('nothing') : format.number(won / played, { style: 'percent' }))],
        [
          t('freeBattlesWon'),
          placed(
            free.gamesPlayed === 0 ? t('nothing') : t('battlesWonOf', { won: free.gamesWon, played: free.gamesPlayed }),
          ),
        ],
      ]}
    >
      <StatisticsByMode statistics={player.statistics} />
      <PreferredMode player={player} />
    </Stats>
  );
}

/** Statistics of the player's purchases. */
export function UpgradeStats({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const format = useFormatter();
  const nowMs = useNow(1_000);
  const { data } = useQuery(purchasesQuery(address));
  const sums = data === undefined ? null : sumPurchases(data, nowMs);
  const shown = (text: string | null | undefined): string => text ?? money('loading');
  return (
    <Stats
      title={t('upgradeStats')}
      stats={[
        [t('purchased'), shown(sums?.count.toString())],
        [t('activeNow'), shown(sums && format.number(sums.active))],
        [t('spent'), shown(sums && money('trx', { amount: trx.exact(sums.spentSun) }))],
        [t('favourite'), shown(sums && (sums.favouriteId === null ? t('nothing') : upgradeName(sums.favouriteId)))],
      ]}
    />
  );
}

function Stats({
  title,
  stats,
  children,
}: {
  readonly title: string;
  readonly stats: readonly (readonly [term: string, value: string])[];
  /** Content below the figures. */
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <section aria-label={title} className="rounded-3xl bg-surface p-5">
      <h2 className="text-base">{title}</h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-4">
        {stats.map(([term, value]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="mt-1 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
