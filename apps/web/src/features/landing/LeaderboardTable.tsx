import type { LeaderboardName } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { formatAmount } from './amount.ts';
import type { Place } from './leaderboard.ts';

/** Number of rows shown at first. */
const INITIAL_ROWS = 10;

/** Gold, silver and bronze. SPEC section 2, leaderboard. */
const MEDALS: Readonly<Record<number, string>> = { 1: 'bg-gold', 2: 'bg-silver', 3: 'bg-bronze' };

/** Rows of a leaderboard, at least one. Free battles earn nothing, so that their table has no column for earnings. */
export function LeaderboardTable({
  places,
  board,
}: {
  readonly places: readonly Place[];
  readonly board: LeaderboardName;
}): ReactElement {
  const t = useTranslations('leaderboard');
  const [isWhole, setWhole] = useState(false);
  const own = useAccount(({ player }) => player?.address ?? null);
  const hasEarnings = board === 'paid';
  return (
    <>
      <table className="w-full table-fixed text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th scope="col" className="w-12 px-2 py-2 font-medium sm:w-16 sm:px-3">
              {t('rank')}
            </th>
            <th scope="col" className="px-2 py-2 font-medium sm:px-3">
              {t('player')}
            </th>
            <th scope="col" className="w-28 px-3 py-2 font-medium max-sm:hidden">
              {t('network')}
            </th>
            {hasEarnings && (
              <th scope="col" className="w-24 px-2 py-2 text-right font-medium sm:w-36 sm:px-3">
                {t('earnings')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? places : places.slice(0, INITIAL_ROWS)).map((place) => (
            <Row
              key={`${place.blockchain} ${place.walletAddress}`}
              place={place}
              isOwn={place.walletAddress === own}
              hasEarnings={hasEarnings}
            />
          ))}
        </tbody>
      </table>
      {places.length > INITIAL_ROWS && (
        <button
          type="button"
          className="action action-bare mx-auto mt-1 flex"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('fewer') : t('more', { count: places.length })}
        </button>
      )}
    </>
  );
}

function Row({
  place,
  isOwn,
  hasEarnings,
}: {
  readonly place: Place;
  readonly isOwn: boolean;
  readonly hasEarnings: boolean;
}): ReactElement {
  const t = useTranslations('leaderboard');
  const { rank, name, blockchain, gamesWon, gamesPlayed, winRate, earnings } = place;
  const medal = MEDALS[rank];
  return (
    <tr className={`border-t border-line/60 align-top ${isOwn ? 'bg-raised' : ''}`}>
      <td className="px-2 py-2.5 sm:px-3">
        <span
          className={`figure inline-grid h-7 min-w-7 place-items-center rounded-full px-1.5 text-xs ${medal === undefined ? 'text-muted' : `text-ink ${medal}`}`}
        >
          {rank}
        </span>
      </td>
      <th scope="row" className="px-2 py-2.5 font-normal sm:px-3">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          {isOwn && <span className="text-sm font-semibold text-good">{t('you')}</span>}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {t('record', { won: gamesWon, played: gamesPlayed, rate: winRate })}
        </span>
        {/* On small screens this is not a column. */}
        <span className="mt-1 block sm:hidden">
          <NetworkName blockchain={blockchain} />
        </span>
      </th>
      <td className="px-3 py-3 max-sm:hidden">
        <NetworkName blockchain={blockchain} />
      </td>
      {hasEarnings && (
        <td className="px-2 py-3 text-right text-sm font-semibold tabular-nums [overflow-wrap:anywhere] sm:px-3 sm:text-base">
          {t('amount', { amount: formatAmount(earnings), unit: blockchain === 'tron' ? 'TRX' : 'SOL' })}
        </td>
      )}
    </tr>
  );
}

/** Network name in upper case and in the colour of its chain. */
function NetworkName({ blockchain }: { readonly blockchain: string }): ReactElement {
  const colour = blockchain === 'tron' ? 'border-tron/60 text-tron' : 'border-chain/60 text-chain';
  return (
    <span className={`rounded-full border px-2 py-0.5 text-xs font-semibold [overflow-wrap:anywhere] ${colour}`}>
      {blockchain.toUpperCase()}
    </span>
  );
}
