import { seasonAt } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useNow } from '../../data/api/clock.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { DailyAims } from './DailyAims.tsx';
import { LeagueBadge } from './LeagueBadge.tsx';
import { mySeasonQuery } from './queries.ts';
import '../../ui/screens.css';

const HOUR_MS = 3_600_000;

/** The player's rating, streak and quests, with a link to the season; for a visitor, who has no address, what they are. */
export function SeasonPanel({ address }: { readonly address: string | null }): ReactElement {
  const t = useTranslations('season');
  return (
    <Card title={t('numbered', { number: seasonAt(useNow(HOUR_MS)).number })}>
      {address === null ? (
        <p className="mt-2 text-muted">{t('visitor')}</p>
      ) : (
        <Queries>
          <Own address={address} />
        </Queries>
      )}
      <Link
        href={PATHS.season}
        className="action action-quiet mt-4 w-full"
        onPointerEnter={() => preload(PATHS.season)}
        onFocus={() => preload(PATHS.season)}
      >
        {t('open')}
      </Link>
    </Card>
  );
}

function Own({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('season');
  const format = useFormatter();
  const own = useQuery(mySeasonQuery(address));
  const { data } = own;
  return (
    <>
      {own.isPending && <p className="mt-2 min-h-64 text-muted">{t('loading')}</p>}
      <QueryFailed query={own} />
      {data !== undefined && (
        <>
          <p className="mt-2 flex items-center gap-3">
            <span className="figure text-2xl">{format.number(data.rating.rating)}</span>
            <LeagueBadge league={data.rating.league} />
          </p>
          <DailyAims streak={data.streak} quests={data.quests} />
        </>
      )}
    </>
  );
}
