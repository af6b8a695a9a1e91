import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useReach } from '../api/reach.ts';

/** Says quietly that the server cannot be reached, until it can, or that there is a newer Popfray. Silent otherwise. */
export function ReachNotice(): ReactElement {
  const t = useTranslations('account');
  const reach = useReach();
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-3">
      {reach !== 'online' && (
        <p className="pointer-events-auto flex items-center gap-3 rounded-full bg-raised px-4 py-2 text-sm shadow-lg shadow-ink">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-caution" />
          {t(reach)}
          {reach === 'outdated' && (
            <button type="button" className="font-semibold underline" onClick={() => location.reload()}>
              {t('reload')}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
