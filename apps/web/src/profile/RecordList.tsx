import type { ReactElement, ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { LoadFailed } from '../payment/LoadFailed.tsx';

/** One record: what and when on the left, how much and how it stands on the right. */
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
  /** More of it, below both. */
  readonly children?: ReactNode;
}): ReactElement {
  const format = useFormatter();
  return (
    <li className="record">
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

/** What of a query a list needs. */
interface Fetched {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** A list of records, and every state it can be in. */
export function RecordList({
  query,
  count,
  empty,
  more,
  children,
}: {
  readonly query: Fetched;
  /** How many there are; undefined while that is not known. */
  readonly count: number | undefined;
  /** What to say when there are none. */
  readonly empty: ReactNode;
  /** Fetches older ones; absent when there are none. */
  readonly more?: { readonly fetch: () => void; readonly isBusy: boolean } | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('money');
  return (
    <>
      {query.isPending && (
        <p role="status" className="px-1 py-3 text-muted">
          {t('loading')}
        </p>
      )}
      {query.isError && <LoadFailed retry={() => void query.refetch()} isBusy={query.isFetching} />}
      {count === 0 && <div className="px-1 py-3 text-muted">{empty}</div>}
      {count !== undefined && count > 0 && <ol className="records">{children}</ol>}
      {more !== undefined && (
        <button type="button" disabled={more.isBusy} className="action action-quiet mt-4" onClick={more.fetch}>
          {more.isBusy ? t('moreLoading') : t('more')}
        </button>
      )}
    </>
  );
}
