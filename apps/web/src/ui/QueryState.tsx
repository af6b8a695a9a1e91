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

/** How a failed query is explained. */
interface FailureProps {
  /** Whether a retry can succeed; default: always. */
  readonly canRetry?: (error: Error) => boolean;
  /** What is said about an error of the server; default: a text that fits every error. */
  readonly describe?: (error: Error) => string;
}

/**
 * Renders a query's data, and while there is none: a skeleton, or why it could not be loaded. Data stays visible when a refresh fails, with
 * the message above it unless `hasStaleNotice` says that the page shows this elsewhere.
 */
export function QueryState<Value>({
  query,
  lines = 3,
  hasStaleNotice = false,
  children,
  ...failure
}: FailureProps & {
  readonly query: Query<Value>;
  /** Number of lines of the skeleton. */
  readonly lines?: number;
  readonly hasStaleNotice?: boolean;
  readonly children: (value: Value) => ReactNode;
}): ReactElement {
  const { data, error } = query;
  return (
    <>
      {(data === undefined || !hasStaleNotice) && <QueryFailed query={query} {...failure} />}
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

/** Why a query has failed, with a retry button where a retry can help; null while it has not failed. */
export function QueryFailed({
  query: { error, isFetching, refetch },
  canRetry,
  describe,
  className = '',
}: FailureProps & {
  readonly query: Omit<Query<unknown>, 'data'>;
  readonly className?: string;
}): ReactElement | null {
  const t = useTranslations('money');
  if (error === null) return null;
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl bg-raised px-4 py-3 text-left ${className}`}
    >
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-[1_1_14rem] text-sm wrap-anywhere">
        {error.isUnreached === true ? t('offline') : (describe?.(error) ?? t('failed'))}
      </p>
      {(canRetry?.(error) ?? true) && (
        <Button disabled={isFetching} size="small" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
