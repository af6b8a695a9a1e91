import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectivity } from '../data/api/connectivity.ts';
import { ReloadButton } from '../ui/ReloadButton.tsx';

/** Small notice that the server cannot be reached or that a newer version is available. Otherwise empty. */
export function ConnectivityNotice(): ReactElement {
  const t = useTranslations('account');
  const connectivity = useConnectivity();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-3">
      {connectivity !== 'online' && (
        <p className="pointer-events-auto flex items-center gap-3 rounded-full bg-raised px-4 py-2 text-sm shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)]">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-caution" />
          {t(connectivity)}
          {connectivity === 'outdated' && (
            <ReloadButton className="inline-flex items-center gap-2 font-semibold underline">
              {t('reload')}
            </ReloadButton>
          )}
        </p>
      )}
    </div>
  );
}
