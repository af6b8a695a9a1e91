import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useReach } from '../api/reach.ts';
import { Icon } from '../shell/Icon.tsx';

/** Something could not be fetched: why, and another try. While the server is away that comes by itself. */
export function LoadFailed({ retry, isBusy }: { readonly retry: () => void; readonly isBusy: boolean }): ReactElement {
  const t = useTranslations('money');
  const isOffline = useReach() === 'offline';
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl bg-surface px-5 py-4">
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-[1_1_14rem]">{isOffline ? t('offline') : t('failed')}</p>
      <button type="button" disabled={isBusy} className="action action-quiet" onClick={retry}>
        {t('retry')}
      </button>
    </div>
  );
}
