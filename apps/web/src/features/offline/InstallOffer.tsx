import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Icon } from '../../ui/Icon.tsx';
import { install } from './install.ts';
import { promptToInstall, dismissInstall, installMethod, isInstallDismissed, isInstalled } from './install-method.ts';

/** After a round: offers to install the page where that is possible, until the user dismisses it. Otherwise null. */
export function InstallOffer(): ReactElement | null {
  const t = useTranslations('install');
  const hasPrompt = useStore(install, ({ event }) => event !== null);
  const [isGone, setGone] = useState(isInstallDismissed);
  const way = installMethod(hasPrompt);
  if (isGone || way === 'none') return null;
  return (
    <section aria-label={t('title')} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="max-w-xs text-muted">{way === 'ios' ? t('ios') : t('text')}</p>
      <p className="flex gap-2">
        {way === 'prompt' && (
          <button type="button" className="action action-quiet" onClick={() => void promptToInstall()}>
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

/** In the settings: how to install the page here, even after a dismissal. */
export function InstallSetting(): ReactElement {
  const t = useTranslations('install');
  const hasPrompt = useStore(install, ({ event }) => event !== null);
  const way = installMethod(hasPrompt);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-muted">{t('text')}</p>
      {way === 'prompt' && (
        <button type="button" className="action action-quiet" onClick={() => void promptToInstall()}>
          <Icon name="download" />
          {t('action')}
        </button>
      )}
      {way === 'ios' && <p>{t('ios')}</p>}
      {way === 'none' && <p>{isInstalled() ? t('done') : t('elsewhere')}</p>}
    </div>
  );
}
