import { useEffect, type ReactElement } from 'react';
import { useAccount } from '../../data/account/account.ts';
import { LazyPart } from '../errors/index.ts';
import { SeasonPanel } from '../season/index.ts';
import { FeaturedRounds, LiveBattles } from '../watch/index.ts';
import { ActiveSessions } from './ActiveSessions.tsx';
import { DailyTeaser } from './DailyTeaser.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Leaderboard } from './Leaderboard.tsx';

/** The part of the first page below the first screen. */
export function LowerHalf(): ReactElement {
  const address = useAccount(({ player }) => player?.address ?? null);
  // An address with a hash of this part: scroll there again after it has loaded.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <div className="grid items-start gap-x-6 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Leaderboard />
        <div className="grid gap-6 sm:max-lg:grid-cols-2 sm:max-lg:items-start">
          <ActiveSessions />
          <LazyPart>
            <LiveBattles />
          </LazyPart>
          <LazyPart>
            <SeasonPanel address={address} />
          </LazyPart>
          <DailyTeaser />
        </div>
      </div>
      <LazyPart>
        <FeaturedRounds />
      </LazyPart>
      <HowItWorks />
    </>
  );
}
