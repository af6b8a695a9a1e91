import { useEffect, type ReactElement } from 'react';
import { ActiveSessions } from './ActiveSessions.tsx';
import { DailyTeaser } from './DailyTeaser.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { Leaderboard } from './Leaderboard.tsx';

/** The part of the first page below the first screen. */
export function LowerHalf(): ReactElement {
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
          <DailyTeaser />
        </div>
      </div>
      <HowItWorks />
    </>
  );
}
