import type { LadderRow } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { LeagueBadge } from './LeagueBadge.tsx';
import '../../ui/screens.css';

const CELL = 'px-2 py-2.5 sm:px-3';
const HEAD = 'px-2 py-2 font-medium sm:px-3';

/** The ladder of a season, at least one row. */
export function LadderTable({ rows }: { readonly rows: readonly LadderRow[] }): ReactElement {
  const t = useTranslations('season.ladder');
  const format = useFormatter();
  const own = useAccount(({ player }) => player?.address ?? null);
  return (
    <table className="mt-4 w-full table-fixed text-left">
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className={`${HEAD} w-12 sm:w-16`}>
            {t('rank')}
          </th>
          <th scope="col" className={HEAD}>
            {t('player')}
          </th>
          <th scope="col" className={`${HEAD} w-36 max-sm:hidden`}>
            {t('league')}
          </th>
          <th scope="col" className={`${HEAD} w-24 text-right max-sm:hidden`}>
            {t('battles')}
          </th>
          <th scope="col" className={`${HEAD} w-24 text-right`}>
            {t('rating')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.walletAddress}
            aria-current={row.walletAddress === own ? 'true' : undefined}
            className={`border-t border-line/70 ${row.walletAddress === own ? 'bg-raised' : ''}`}
          >
            <td className={`${CELL} tabular-nums`}>{row.rank}</td>
            <td className={`${CELL} truncate font-medium`}>{row.name}</td>
            <td className={`${CELL} max-sm:hidden`}>
              <LeagueBadge league={row.league} />
            </td>
            <td className={`${CELL} text-right tabular-nums max-sm:hidden`}>{format.number(row.battles)}</td>
            <td className={`${CELL} text-right font-semibold tabular-nums`}>{format.number(row.rating)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
