import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

/** Rows of a list that the server gives at once. */
const PAGE = 50;

/** Something of a list, newest first. */
interface Listed {
  readonly id: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A list whose newest rows are kept up by a query of their own, with the older ones that were asked for behind them. */
interface WithOlder<Row> {
  readonly rows: readonly Row[] | undefined;
  /** Fetches older rows; absent when there are none. */
  readonly more: { readonly fetch: () => void; readonly isBusy: boolean } | undefined;
  readonly isError: boolean;
}

/** Puts older rows behind the newest ones, a page at a time. `fetchBefore` gives those before a time, epoch ms. */
export function useOlder<Row extends Listed>(
  newest: readonly Row[] | undefined,
  fetchBefore: (beforeMs: number) => Promise<readonly Row[]>,
): WithOlder<Row> {
  const [older, setOlder] = useState<readonly Row[]>([]);
  const [isWhole, setWhole] = useState(false);
  const fetching = useMutation({
    mutationFn: (shown: readonly Row[]) => fetchBefore(shown.at(-1)?.createdAt ?? 0),
    onSuccess: (page, shown) => {
      // With those that are shown: newer ones will push them out of the newest.
      setOlder([...shown, ...page]);
      setWhole(page.length < PAGE);
    },
  });
  if (newest === undefined) return { rows: undefined, more: undefined, isError: false };
  const ids = new Set(newest.map(({ id }) => id));
  const rows = [...newest, ...older.filter(({ id }) => !ids.has(id))];
  const last = rows.at(-1);
  const isEnd = isWhole || last === undefined || newest.length < PAGE;
  return {
    rows,
    more: isEnd ? undefined : { fetch: () => fetching.mutate(rows), isBusy: fetching.isPending },
    isError: fetching.isError,
  };
}
