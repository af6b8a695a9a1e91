import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { Icon } from '../../ui/Icon.tsx';
import '../../ui/screens.css';

/** Message for a failed query, with a retry button. While the server is unreachable the retry is automatic. */
export function LoadFailed({ retry, isBusy }: { readonly retry: () => void; readonly isBusy: boolean }): ReactElement {
  const t = useTranslations('money');
  const isOffline = useConnectivity() === 'offline';
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
