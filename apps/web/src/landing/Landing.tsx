import { useEffect, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS, preload } from '../routes.ts';
import { Screen } from '../shell/Screen.tsx';
import { AttractScene } from './AttractScene.tsx';
import { HeroActions } from './HeroActions.tsx';
import { ModeCards } from './ModeCards.tsx';

const STEPS = ['pop', 'chain', 'boss', 'prove'] as const;

/** The first page: one thing to do, and a field that already moves. */
export function Landing(): ReactElement {
  const t = useTranslations('landing');

  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
    // The way to the field is short once its code is here; it waits until the page itself is done.
    const timer = setTimeout(() => preload(PATHS.arena), 3_000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Screen name={t('screen')}>
      <section className="relative isolate overflow-hidden border-b border-line/60">
        <AttractScene className="hero-scene absolute inset-0 -z-10 size-full touch-pan-y" />
        <div className="gutter pointer-events-none mx-auto flex min-h-[min(40rem,calc(100svh-var(--header)-3rem))] max-w-360 flex-col items-start gap-6 pt-12 pb-12 md:justify-center md:py-16">
          <h1 tabIndex={-1} className="max-w-[14ch] text-[clamp(2rem,1.1rem+4.6vw,4.75rem)] leading-[1.05]">
            {t('title')}
          </h1>
          <p className="max-w-md text-lg text-muted md:text-xl">{t('lead')}</p>
          <HeroActions />
        </div>
      </section>

      <ModeCards />

      <section id="how-it-works" className="gutter mx-auto max-w-360 pb-20">
        <h2 className="text-xl md:text-2xl">{t('how.title')}</h2>
        <ol className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
          {STEPS.map((step) => (
            <li key={step} className="border-t-2 border-line pt-4">
              <h3 className="text-base">{t(`how.${step}.title`)}</h3>
              <p className="mt-2 text-muted">{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </Screen>
  );
}
