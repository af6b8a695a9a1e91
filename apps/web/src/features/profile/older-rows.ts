import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

/** Number of rows per answer of the server. */
const PAGE_ROWS = 50;

/** A row of a list, newest first. */
interface ListedRow {
  readonly id: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A list: the newest rows are polled by a separate query, older rows are loaded on request. */
interface PagedList<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Loads older rows; undefined when there are none. */
  readonly more: { readonly fetch: () => void; readonly isBusy: boolean } | undefined;
  readonly error: Error | null;
}

/** Appends older rows to the newest ones, page by page. `fetchBefore` fetches the rows before a time, epoch ms. */
export function useOlderRows<Row extends ListedRow>(
  newest: readonly Row[] | undefined,
  fetchBefore: (beforeMs: number) => Promise<readonly Row[]>,
): PagedList<Row> {
  const [older, setOlder] = useState<readonly Row[]>([]);
  const [isWhole, setWhole] = useState(false);
  const fetching = useMutation({
    mutationFn: (shown: readonly Row[]) => fetchBefore(shown.at(-1)?.createdAt ?? 0),
    onSuccess: (page, shown) => {
      // Also keep the rows that are shown: newer ones will displace them from the newest page.
      setOlder([...shown, ...page]);
      setWhole(page.length < PAGE_ROWS);
    },
  });
  if (newest === undefined) return { rows: undefined, more: undefined, error: null };
  const ids = new Set(newest.map(({ id }) => id));
  const rows = [...newest, ...older.filter(({ id }) => !ids.has(id))];
  const last = rows.at(-1);
  const isEnd = isWhole || last === undefined || newest.length < PAGE_ROWS;
  return {
    rows,
    more: isEnd ? undefined : { fetch: () => fetching.mutate(rows), isBusy: fetching.isPending },
    error: fetching.error,
  };
}
