import {
  LEAGUE_FLOORS,
  LEAGUES,
  NEW_RATING,
  RANKED_BATTLES,
  RANKED_OPPONENTS,
  RATED_FEE_SUN,
  RATED_PAIR_BATTLES,
  seasonAt,
  SUN_PER_TRX,
} from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { useNow } from '../../data/api/clock.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { connectWallet, signIn } from '../../data/wallet/wallet-actions.ts';
import { Card } from '../../ui/Card.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { DailyAims } from './DailyAims.tsx';
import { LadderPanel } from './LadderPanel.tsx';
import { LeagueBadge } from './LeagueBadge.tsx';
import { OwnRatingCard } from './OwnRatingCard.tsx';
import { mySeasonQuery } from './queries.ts';
import '../../ui/screens.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The season: the player's rating, streak and quests, and the ladder. */
export function SeasonScreen(): ReactElement {
  return (
    <Queries>
      <Season />
    </Queries>
  );
}

function Season(): ReactElement {
  const t = useTranslations('season');
  const format = useFormatter();
  const address = useAccount(({ player }) => player?.address ?? null);
  const nowMs = useNow(HOUR_MS);
  const season = seasonAt(nowMs);
  const days = Math.max(1, Math.ceil((season.endsAt - nowMs) / DAY_MS));
  const month = format.dateTime(season.startsAt, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-6 pb-20 md:pt-10">
      <h1 tabIndex={-1} className="text-3xl md:text-4xl">
        {t('numbered', { number: season.number })}
      </h1>
      <p className="mt-2 mb-6 text-muted">{t('lead', { month, days })}</p>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">{address === null ? <Visitor /> : <Own address={address} />}</div>
        <div className="flex min-w-0 flex-col gap-6">
          <LadderPanel current={season.number} />
          <Rules />
        </div>
      </div>
    </Screen>
  );
}

function Own({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('season');
  const own = useQuery(mySeasonQuery(address));
  // As high as the cards of a new player, so that the ladder does not move.
  if (own.isPending) return <p className="min-h-150 text-muted">{t('loading')}</p>;
  if (own.isError) return <QueryFailed query={own} />;
  const { rating, past, streak, quests } = own.data;
  return (
    <>
      <Card title={t('today')}>
        <DailyAims streak={streak} quests={quests} />
      </Card>
      <OwnRatingCard rating={rating} past={past} />
    </>
  );
}

function Visitor(): ReactElement {
  const t = useTranslations('season');
  const money = useTranslations('money');
  const wallet = useAccount((state) => state.wallet);
  const isSigningIn = useAccount((state) => state.isSigningIn);
  const isConnected = wallet === 'connected';
  return (
    <Card title={t('visitorTitle')}>
      <p className="mt-2 text-muted">{t('visitor')}</p>
      <button
        type="button"
        disabled={isSigningIn || wallet === 'connecting'}
        className="action action-primary mt-4"
        onClick={() => void (isConnected ? signIn() : connectWallet())}
      >
        {isConnected ? money('signIn') : money('connect')}
      </button>
    </Card>
  );
}

/** The figures of the rules, for their texts. */
const FIGURES = {
  fee: RATED_FEE_SUN / SUN_PER_TRX,
  battles: RANKED_BATTLES,
  opponents: RANKED_OPPONENTS,
  pairBattles: RATED_PAIR_BATTLES,
} as const;

/** How ratings, leagues and quests work. */
function Rules(): ReactElement {
  const t = useTranslations('season');
  const format = useFormatter();
  return (
    <section aria-labelledby="season-rules" className="px-1">
      <h2 id="season-rules" className="text-base">
        {t('rules.title')}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        {LEAGUES.map((league) => (
          <li key={league} className="flex items-center gap-2 text-sm text-muted tabular-nums">
            <LeagueBadge league={league} />
            {LEAGUE_FLOORS[league] === 0
              ? t('rules.below', { rating: format.number(LEAGUE_FLOORS.silver) })
              : t('rules.from', { rating: format.number(LEAGUE_FLOORS[league]) })}
          </li>
        ))}
      </ul>
      <ul className="mt-4 flex max-w-prose list-disc flex-col gap-2 pl-5 text-sm text-muted">
        {(['battles', 'pairs', 'reset', 'noPrize'] as const).map((rule) => (
          <li key={rule}>{t(`rules.${rule}`, { ...FIGURES, rating: format.number(NEW_RATING) })}</li>
        ))}
      </ul>
    </section>
  );
}
