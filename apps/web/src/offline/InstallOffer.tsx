import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from '../shell/Icon.tsx';
import { install } from './install.ts';
import { askToInstall, dismissInstall, installWay, isDismissed, isInstalled } from './offer.ts';

/** After a round: offers to install the page where that can be done, until somebody says no. Silent otherwise. */
export function InstallOffer(): ReactElement | null {
  const t = useTranslations('install');
  const hasPrompt = useStore(install, ({ event }) => event !== null);
  const [isGone, setGone] = useState(isDismissed);
  const way = installWay(hasPrompt);
  if (isGone || way === 'none') return null;
  return (
    <section aria-label={t('title')} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="max-w-xs text-muted">{way === 'ios' ? t('ios') : t('text')}</p>
      <p className="flex gap-2">
        {way === 'prompt' && (
          <button type="button" className="action action-quiet" onClick={() => void askToInstall()}>
            <Icon name="download" />
            {t('action')}
          </button>
        )}
        <button
          type="button"
          className="action action-bare"
          onClick={() => {
            dismissInstall();
            setGone(true);
          }}
        >
          {t('dismiss')}
        </button>
      </p>
    </section>
  );
}

/** In the settings: how the page is installed here, whatever was said before. */
export function InstallSetting(): ReactElement {
  const t = useTranslations('install');
  const hasPrompt = useStore(install, ({ event }) => event !== null);
  const way = installWay(hasPrompt);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">{t('text')}</p>
      {way === 'prompt' && (
        <button type="button" className="action action-quiet" onClick={() => void askToInstall()}>
          <Icon name="download" />
          {t('action')}
        </button>
      )}
      {way === 'ios' && <p>{t('ios')}</p>}
      {way === 'none' && <p>{isInstalled() ? t('done') : t('elsewhere')}</p>}
    </div>
  );
}
