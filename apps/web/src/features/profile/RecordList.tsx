import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryFailed, Skeleton } from '../../ui/QueryState.tsx';

/** One record: subject and time on the left, amount and status on the right. */
export function RecordRow({
  title,
  atMs,
  amount,
  note,
  children,
}: {
  readonly title: ReactNode;
  readonly atMs: number;
  readonly amount: ReactNode;
  /** A line below the amount. */
  readonly note?: ReactNode;
  /** Further details below both columns. */
  readonly children?: ReactNode;
}): ReactElement {
  const format = useFormatter();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line/70 px-1 py-3 not-first:border-t">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-muted">
          <time dateTime={new Date(atMs).toISOString()}>
            {format.dateTime(atMs, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </p>
      </div>
      <div className="text-right">
        <p className="font-semibold tabular-nums">{amount}</p>
        {note !== undefined && <p className="text-sm text-muted tabular-nums">{note}</p>}
      </div>
      {children !== undefined && children !== false && <div className="col-span-2">{children}</div>}
    </li>
  );
}

/** A list of records with its loading, error and empty states. */
export function RecordList({
  query,
  count,
  empty,
  more,
  children,
}: {
  readonly query: ComponentProps<typeof QueryFailed>['query'] & { readonly isPending: boolean };
  /** Number of records; undefined while it is unknown. */
  readonly count: number | undefined;
  /** Text of the empty state. */
  readonly empty: ReactNode;
  /** Loads older records; undefined when there are none. */
  readonly more?: { readonly fetch: () => void; readonly isBusy: boolean } | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('money');
  return (
    <>
      {query.isPending && <Skeleton lines={3} />}
      <QueryFailed query={query} className="mt-4" />
      {count === 0 && <div className="px-1 py-3 text-muted">{empty}</div>}
      {count !== undefined && count > 0 && <ol>{children}</ol>}
      {more !== undefined && (
        <button type="button" disabled={more.isBusy} className="action action-quiet mt-4" onClick={more.fetch}>
          {more.isBusy ? t('moreLoading') : t('more')}
        </button>
      )}
    </>
  );
}
