import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useReach } from '../api/reach.ts';
import { Icon } from '../shell/Icon.tsx';
import { isAbsent } from './ask-desk.ts';

/** What of a query is needed. */
interface Asked<Value> {
  readonly data: Value | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** What was asked for: once it is here it stays, whatever becomes of later questions. Before that, its shape; or why it is not here. */
export function Loaded<Value>({
  query,
  lines = 4,
  children,
}: {
  readonly query: Asked<Value>;
  /** Lines of the stand-in. */
  readonly lines?: number;
  readonly children: (value: Value) => ReactNode;
}): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null)
    return <Failed error={query.error} isBusy={query.isFetching} retry={() => void query.refetch()} />;
  return <Skeleton lines={lines} />;
}

/** The shape of what is on its way. */
export function Skeleton({ lines }: { readonly lines: number }): ReactElement {
  const t = useTranslations('desk');
  return (
    <div role="status" className="flex flex-col gap-2 py-1">
      <span className="sr-only">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className="desk-bone" />
      ))}
    </div>
  );
}

/** Why something is not here, in the server's words, and another try where that may help. */
function Failed({
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
  const isOffline = useReach() === 'offline';
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-1 text-sm wrap-anywhere">{isOffline ? money('offline') : error.message}</p>
      {!isAbsent(error) && (
        <button type="button" disabled={isBusy} className="action action-quiet desk-action" onClick={retry}>
          {t('retry')}
        </button>
      )}
    </div>
  );
}
