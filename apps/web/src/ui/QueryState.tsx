import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './screens.css';

/** An error of a query. */
interface QueryError extends Error {
  /** Whether the server did not answer. Such a query is fetched again automatically when the server is back. */
  readonly isUnreached?: boolean;
}

/** The required part of a query. */
interface Query<Value> {
  readonly data: Value | undefined;
  readonly error: QueryError | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Renders a query's data, and while there is none: a skeleton, or why it could not be loaded. Data stays visible when a refresh fails, with
 * the message above it unless `hasStaleNotice` says that the page shows this elsewhere.
 */
export function QueryState<Value>({
  query,
  lines = 3,
  hasStaleNotice = false,
  canRetry,
  describe,
  children,
}: {
  readonly query: Query<Value>;
  /** Number of lines of the skeleton. */
  readonly lines?: number;
  readonly hasStaleNotice?: boolean;
  /** Whether a retry can succeed; default: always. */
  readonly canRetry?: (error: Error) => boolean;
  /** What is said about an error of the server; default: a text that fits every error. */
  readonly describe?: (error: Error) => string;
  readonly children: (value: Value) => ReactNode;
}): ReactElement {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {error !== null && (data === undefined || !hasStaleNotice) && (
        <LoadFailed
          isOffline={error.isUnreached === true}
          text={describe?.(error)}
          isBusy={isFetching}
          {...((canRetry?.(error) ?? true) && { retry: () => void refetch() })}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === null && <Skeleton lines={lines} />}
    </>
  );
}

/** Placeholder while data loads. */
export function Skeleton({ lines }: { readonly lines: number }): ReactElement {
  const t = useTranslations('money');
  return (
    <div role="status" className="flex flex-col gap-2 py-1">
      <span className="sr-only">{t('moreLoading')}</span>
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

/** Message for data that could not be loaded, with a retry button where a retry can help. */
export function LoadFailed({
  isOffline = false,
  text,
  isBusy,
  retry,
}: {
  /** Whether the server did not answer: then the retry is automatic. */
  readonly isOffline?: boolean;
  /** What went wrong; default: a text that fits every error. */
  readonly text?: string | undefined;
  readonly isBusy: boolean;
  readonly retry?: () => void;
}): ReactElement {
  const t = useTranslations('money');
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-raised px-4 py-3">
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-[1_1_14rem] text-sm wrap-anywhere">
        {isOffline ? t('offline') : (text ?? t('failed'))}
      </p>
      {retry !== undefined && (
        <Button disabled={isBusy} size="small" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
