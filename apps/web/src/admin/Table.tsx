import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** A column's head; figures stand on the right. */
export interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
}

/** A table of the desk: dense, its name for readers, and scrolling by itself where the window is narrow. */
export function Table({
  name,
  columns,
  children,
}: {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Rows; cells of figures carry the class `desk-figure`. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    // Whoever has no pointer scrolls it by the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="group" aria-label={name} tabIndex={0} className="desk-scroll">
      <table className="desk-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.isFigure === true ? 'desk-figure' : ''}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Fetches older ones. */
export function More({
  list,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}): ReactElement | null {
  const t = useTranslations('desk');
  if (!list.hasNextPage) return null;
  return (
    <button
      type="button"
      disabled={list.isFetchingNextPage}
      className="action action-quiet desk-action mt-3"
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? t('moreLoading') : t('more')}
    </button>
  );
}
