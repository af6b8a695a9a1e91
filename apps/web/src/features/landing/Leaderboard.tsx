import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { usePolled } from '../../data/api/polled.ts';
import { CHAINS } from '../../data/messages/chains.ts';
import { freeLeaderboard, leaderboard } from './leaderboard.ts';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

/** The leaderboards. Battles with entry fees are first, because wins in free battles can be faked with a second wallet. */
const BOARDS = ['paid', 'free'] as const;

/** Filters by network. */
const NETWORKS = ['all', ...CHAINS] as const;

/** The best players of paid or of free battles, on all networks or on one. */
export function Leaderboard(): ReactElement {
  const t = useTranslations('leaderboard');
  const chain = useTranslations('chains');
  const [board, setBoard] = useState<(typeof BOARDS)[number]>('paid');
  const [network, setNetwork] = useState<(typeof NETWORKS)[number]>('all');
  const { value: places, hasFailed } = usePolled(board === 'paid' ? leaderboard : freeLeaderboard);
  const shown = places?.filter(({ blockchain }) => network === 'all' || blockchain === network) ?? null;
  const whyEmpty = places !== null && places.length > 0 ? t('emptyNetwork') : t(`empty.${board}`);
  return (
    <section id="leaderboard" className="min-w-0" aria-busy={places === null && !hasFailed}>
      <h2 className="text-xl md:text-2xl">{t('title')}</h2>
      <p className="mt-1 text-sm text-muted">{t(`note.${board}`)}</p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Segmented
          layout="pill"
          legend={t('battles')}
          value={board}
          options={BOARDS.map((value) => ({ value, label: t(`boards.${value}`) }))}
          onChange={setBoard}
        />
        <Segmented
          layout="pill"
          legend={t('filter')}
          value={network}
          options={NETWORKS.map((value) => ({ value, label: value === 'all' ? t('allNetworks') : chain(value) }))}
          onChange={setNetwork}
        />
      </div>
      <div className="mt-4 rounded-3xl bg-surface p-2 sm:p-4">
        {shown === null && (
          <p role="status" className="px-3 py-16 text-center text-muted">
            {hasFailed ? t('failed') : t('loading')}
          </p>
        )}
        {shown?.length === 0 && <p className="px-3 py-16 text-center text-muted">{whyEmpty}</p>}
        {shown !== null && shown.length > 0 && (
          <LeaderboardTable key={`${board} ${network}`} places={shown} board={board} />
        )}
        {shown !== null && hasFailed && (
          <p role="status" className="px-3 py-2 text-sm text-caution">
            {t('stale')}
          </p>
        )}
      </div>
    </section>
  );
}
