import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Queries } from '../../data/api/Queries.tsx';
import { LeagueBadge } from './LeagueBadge.tsx';
import { battleRatingsQuery } from './queries.ts';
import '../../ui/screens.css';

/** What a battle has in common for the player's rating. */
interface BattleRatingProps {
  readonly sessionId: string;
  /** The player's. */
  readonly address: string;
}

/** How a battle has changed the player's rating. Null where it has not; a failure shows nothing, because the rating is on the profile too. */
export function BattleRating(props: BattleRatingProps): ReactElement {
  return (
    <Queries>
      <Change {...props} />
    </Queries>
  );
}

function Change({ sessionId, address }: BattleRatingProps): ReactElement | null {
  const t = useTranslations('season');
  const format = useFormatter();
  const { data } = useQuery(battleRatingsQuery(sessionId));
  if (data?.state === 'held') return <p className="text-sm text-muted">{t('change.held')}</p>;
  const own = data?.changes.find(({ walletAddress }) => walletAddress === address);
  if (own === undefined) return null;
  const gain = own.after - own.before;
  return (
    <p role="status" className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 text-sm">
      <span>{t('change.rating', { rating: format.number(own.after) })}</span>
      <span className={`font-semibold tabular-nums ${gain < 0 ? 'text-muted' : 'text-good'}`}>
        {format.number(gain, { signDisplay: 'exceptZero' })}
      </span>
      <LeagueBadge league={own.league} />
    </p>
  );
}
