import { useEffect, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Screen } from '../../ui/Screen.tsx';
import { AttractScene } from './AttractScene.tsx';
import { HeroActions } from './HeroActions.tsx';
import { LazyLowerHalf } from './LazyLowerHalf.tsx';
import { ModeCards } from './ModeCards.tsx';
import { StatTiles } from './StatTiles.tsx';

/** The first page: one primary action, and an animated scene of bubbles. */
export function Landing(): ReactElement {
  const t = useTranslations('landing');

  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  return (
    <Screen name={t('screen')}>
      <section className="relative isolate overflow-hidden border-b border-line/60">
        <AttractScene />
        <div className="gutter pointer-events-none mx-auto flex min-h-[min(40rem,calc(100svh-var(--header)-9rem))] max-w-360 flex-col items-start gap-6 pt-12 pb-12 md:justify-center md:py-16 flat:gap-3 flat:py-6">
          <h1
            tabIndex={-1}
            className="max-w-[14ch] text-[clamp(2rem,1.1rem+4.6vw,4.75rem)] leading-[1.05] flat:text-4xl/[1.05]"
          >
            {t('title')}
          </h1>
          <p className="max-w-md text-lg text-muted md:text-xl flat:max-w-xl flat:text-lg">{t('lead')}</p>
          <HeroActions />
        </div>
      </section>

      <StatTiles />
      <ModeCards />
      <LazyLowerHalf />
    </Screen>
  );
}
