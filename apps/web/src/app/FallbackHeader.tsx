import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { PATHS } from '../data/paths.ts';
import { Logo } from './Logo.tsx';

/** Replaces the header after an error: plain links, because a page load restores the header. */
export function FallbackHeader(): ReactElement {
  const t = useTranslations('nav');
  const app = useTranslations('app');
  const fault = useTranslations('fault');
  return (
    <header className="shell-header border-b border-line/60 bg-ink">
      <nav aria-label={t('label')} className="gutter mx-auto flex h-(--header) max-w-360 items-center gap-5">
        <a href={PATHS.home} className="mr-auto flex items-center gap-2.5 font-display font-bold">
          <Logo className="size-7" />
          {app('name')}
        </a>
        <a href={PATHS.lobby}>{t('lobby')}</a>
        <a href={PATHS.profile}>{fault('money')}</a>
      </nav>
    </header>
  );
}
