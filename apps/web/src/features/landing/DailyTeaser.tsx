import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Link to the daily round. */
export function DailyTeaser(): ReactElement {
  const t = useTranslations('dailyTeaser');
  return (
    <section className="rounded-3xl bg-surface bg-[radial-gradient(circle_at_100%_0%,color-mix(in_srgb,var(--color-good)_22%,transparent),transparent_65%)] p-5">
      <h2 className="flex items-center gap-2.5 text-lg">
        <Icon name="calendar" className="size-5 shrink-0 text-good" />
        {t('title')}
      </h2>
      <p className="mt-2 text-muted">{t('text')}</p>
      <Link
        href={PATHS.daily}
        className="action action-quiet mt-4 w-full"
        onPointerEnter={() => preload(PATHS.daily)}
        onFocus={() => preload(PATHS.daily)}
      >
        {t('action')}
      </Link>
    </section>
  );
}
