import { Suspense, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { withTexts } from '../messages/texts.ts';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';
import { useInSight } from '../shell/in-sight.ts';
import { lazy } from '../shell/lazy.ts';

const LowerHalf = lazy(() =>
  withTexts(import('./LowerHalf.tsx'), 'landing').then((module) => ({ default: module.LowerHalf })),
);

/** px before it comes into sight at which the lower half is fetched. */
const NEAR_PX = 500;

/** Where the lower half of the first page belongs. It is fetched when somebody comes near, or comes for a place in it. */
export function LowerPlace(): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const isNear = useInSight(host, NEAR_PX);
  const [isWanted, setWanted] = useState(false);
  if (isNear && !isWanted) setWanted(true);
  return (
    <div ref={host} className="gutter mx-auto flex max-w-360 flex-col gap-16 pb-20">
      {isWanted ? (
        <ErrorBoundary isPart>
          <Suspense fallback={<Place />}>
            <LowerHalf />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Place />
      )}
    </div>
  );
}

/** As high as what will be there, and with the same places in it to go to. */
function Place(): ReactElement {
  const t = useTranslations('app');
  return (
    <>
      <p id="leaderboard" className="grid min-h-224 place-items-center text-muted lg:min-h-168">
        {t('loading')}
      </p>
      <div id="how-it-works" className="min-h-96 lg:min-h-48" />
    </>
  );
}
