import { Suspense, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { withTexts } from '../../data/messages/texts.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { useInView } from '../../ui/use-in-view.ts';
import { useAfterLoad } from '../../data/api/use-after-load.ts';
import { lazy } from '../../data/chunks/lazy.ts';

const LowerHalf = lazy(() =>
  withTexts(import('./LowerHalf.tsx'), 'landing').then((module) => ({ default: module.LowerHalf })),
);

/** Distance from the viewport at which the lower half is loaded, px. In the first seconds of the page it is loaded only when it is in view. */
const NEAR_PX = 500;

/** The lower half of the first page, loaded when it is near the viewport or when the address names one of its sections. */
export function LazyLowerHalf(): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const isAfterLoad = useAfterLoad();
  const isNear = useInView(host, isAfterLoad ? NEAR_PX : 0);
  const [isWanted, setWanted] = useState(false);
  if (isNear && !isWanted) setWanted(true);
  return (
    <div ref={host} className="gutter mx-auto flex max-w-360 flex-col gap-16 pb-20">
      {isWanted ? (
        <ErrorBoundary isPart>
          <Suspense fallback={<Placeholder />}>
            <LowerHalf />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Placeholder />
      )}
    </div>
  );
}

/** Placeholder of the same height with the same section ids. */
function Placeholder(): ReactElement {
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
