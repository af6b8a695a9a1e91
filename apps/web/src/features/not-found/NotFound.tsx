import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';

/** Screen for an unknown address. */
export function NotFound(): ReactElement {
  const t = useTranslations('notFound');
  return (
    <Screen name={t('title')} className="gutter m-auto flex max-w-xl flex-col items-center gap-4 py-20 text-center">
      <svg viewBox="0 0 120 120" aria-hidden="true" fill="none" strokeLinecap="round" className="size-28">
        <circle cx="60" cy="60" r="34" className="stroke-line" strokeWidth="4" strokeDasharray="1 11" />
        <path
          d="M60 10v9M95 25l-6 6M110 60h-9M95 95l-6-6M60 110v-9M25 95l6-6M10 60h9M25 25l6 6"
          className="stroke-chain"
          strokeWidth="4"
        />
      </svg>
      <h1 tabIndex={-1} className="text-3xl">
        {t('title')}
      </h1>
      <p className="text-muted">{t('text')}</p>
      <p className="mt-2 flex flex-wrap justify-center gap-3">
        <Link href={PATHS.home} className="action action-primary">
          {t('home')}
        </Link>
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('lobby')}
        </Link>
      </p>
      <Link href={PATHS.howToPlay} className="text-muted underline underline-offset-4 hover:text-text">
        {t('howToPlay')}
      </Link>
    </Screen>
  );
}
