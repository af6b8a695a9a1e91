import { useIsFetching } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../api/Queries.tsx';
import { Icon } from '../shell/Icon.tsx';
import { isAbsent } from './ask-desk.ts';
import { DESK_KEY, refreshDesk } from './queries.ts';
import { useWhen } from './When.tsx';

/** Of when the oldest of the figures on the screen are, epoch ms, 0 while there are none; and whether any could not be read anew. */
function readAge(): string {
  const shown = queryClient.getQueryCache().findAll({ queryKey: [DESK_KEY], type: 'active' });
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  const hasFailed = shown.some(({ state }) => state.status === 'error' && !isAbsent(state.error));
  return `${String(times.length === 0 ? 0 : Math.min(...times))} ${String(hasFailed)}`;
}

/** Of when the figures are, and the button that reads them anew. SPEC section 2, admin dashboard. */
export function Freshness(): ReactElement {
  const t = useTranslations('desk');
  const write = useWhen();
  const subscribe = useCallback((hear: () => void) => queryClient.getQueryCache().subscribe(hear), []);
  const [at = 0, hasFailed] = useSyncExternalStore(subscribe, readAge)
    .split(' ')
    .map((part) => (part === 'true' || part === 'false' ? Number(part === 'true') : Number(part)));
  const isFetching = useIsFetching({ queryKey: [DESK_KEY] }) > 0;
  const words = (): string => {
    if (hasFailed === 1) return at === 0 ? t('staleNone') : t('stale', { time: write(at) });
    return at === 0 ? '' : t('figuresOf', { time: write(at) });
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <p
        role={hasFailed === 1 ? 'alert' : undefined}
        className={`flex items-center gap-2 text-sm tabular-nums ${hasFailed === 1 ? 'text-caution' : 'text-muted'}`}
      >
        {hasFailed === 1 && <Icon name="alert" className="size-4 shrink-0" />}
        {words()}
      </p>
      <button
        type="button"
        aria-disabled={isFetching}
        className="action action-quiet desk-action"
        onClick={() => {
          if (!isFetching) void refreshDesk();
        }}
      >
        <Icon name="reset" className="size-4 shrink-0" />
        {isFetching ? t('refreshing') : t('refresh')}
      </button>
    </div>
  );
}
