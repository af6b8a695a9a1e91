import { useIsFetching } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../../data/api/Queries.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { isNotFound } from './call-desk-api.ts';
import { DESK_KEY, refreshDesk } from './queries.ts';
import { useTimeFormat } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** Returns the age of the oldest figures on the screen (epoch ms, 0 without figures), and whether a refresh has failed. */
function oldestUpdate(): string {
  const shown = queryClient.getQueryCache().findAll({ queryKey: [DESK_KEY], type: 'active' });
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  const hasFailed = shown.some(({ state }) => state.status === 'error' && !isNotFound(state.error));
  return `${String(times.length === 0 ? 0 : Math.min(...times))} ${String(hasFailed)}`;
}

/** Time of the figures, and a refresh button. SPEC section 2, admin dashboard. */
export function Freshness(): ReactElement {
  const t = useTranslations('desk');
  const write = useTimeFormat();
  const subscribe = useCallback((listener: () => void) => queryClient.getQueryCache().subscribe(listener), []);
  const [at = 0, hasFailed] = useSyncExternalStore(subscribe, oldestUpdate)
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
      <Button
        aria-disabled={isFetching}
        size="small"
        onClick={() => {
          if (!isFetching) void refreshDesk();
        }}
      >
        <Icon name="reset" className="size-4 shrink-0" />
        {isFetching ? t('refreshing') : t('refresh')}
      </Button>
    </div>
  );
}
