import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { Icon } from '../../ui/Icon.tsx';
import { isNotFound } from './call-desk-api.ts';
import { Button } from '../../ui/Button.tsx';

/** The required part of a query. */
interface Query<Value> {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Renders a query's data. Data stays visible when a refresh fails. Without data it shows a skeleton or an error. */
export function QueryResult<Value>({
  query,
  lines = 4,
  children,
}: {
  readonly query: Query<Value>;
  /** Number of lines of the skeleton. */
  readonly lines?: number;
  readonly children: (value: Value) => ReactNode;
}): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null)
    return <LoadError error={query.error} isBusy={query.isFetching} retry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}

/** Placeholder while data loads. */
export function Skeleton({ lines }: { readonly lines: number }): ReactElement {
  const t = useTranslations('desk');
  return (
    <div role="status" className="flex flex-col gap-2 py-1">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          aria-hidden="true"
          className="block min-h-5 animate-[fade_1.4s_ease-in-out_infinite_alternate] rounded-lg bg-raised"
        />
      ))}
    </div>
  );
}

/** The server's error message, with a retry button where a retry can help. */
function LoadError({
  error,
  isBusy,
  retry,
}: {
  readonly error: Error;
  readonly isBusy: boolean;
  readonly retry: () => void;
}): ReactElement {
  const t = useTranslations('desk');
  const money = useTranslations('money');
  const isOffline = useConnectivity() === 'offline';
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">{isOffline ? money('offline') : error.message}</p>
      {!isNotFound(error) && (
        <Button disabled={isBusy} size="small" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
