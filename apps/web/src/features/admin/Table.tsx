import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';

/** Header of a column; figures are right-aligned. */
export interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
}

/** A compact table with an accessible name. It scrolls horizontally in a narrow window. */
export function Table({
  name,
  columns,
  children,
}: {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Rows; cells with figures have the class `desk-figure`. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <ScrollRegion role="group" name={name} className="desk-scroll">
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
    </ScrollRegion>
  );
}

/** Button that loads older rows. */
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
