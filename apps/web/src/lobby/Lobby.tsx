import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS, preload } from '../routes.ts';
import { Screen } from '../shell/Screen.tsx';

/** Says that the lobby is not open yet, and where to play until it is. */
export function Lobby(): ReactElement {
  const t = useTranslations('lobby');
  return (
    <Screen name={t('title')} className="gutter m-auto flex max-w-xl flex-col items-center gap-4 py-20 text-center">
      <p className="rounded-full bg-chain px-3 py-1 text-sm font-semibold text-ink">{t('soon')}</p>
      <h1 tabIndex={-1} className="text-3xl">
        {t('title')}
      </h1>
      <p className="text-muted">{t('text')}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <Link href={PATHS.arena} className="action action-primary" onPointerEnter={() => preload(PATHS.arena)}>
          {t('arena')}
        </Link>
        <Link href={PATHS.home} className="action action-quiet">
          {t('home')}
        </Link>
      </p>
    </Screen>
  );
}
