import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Button } from '../../ui/Button.tsx';

/** Header of a column; figures are right-aligned. */
export interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
}

/** Last column of a table with buttons: on a phone it stays in sight while the others scroll. */
const STICKY =
  'max-sm:[&_:is(th,td):last-child]:sticky max-sm:[&_:is(th,td):last-child]:-right-2 max-sm:[&_:is(th,td):last-child]:border-l max-sm:[&_:is(th,td):last-child]:border-line max-sm:[&_:is(th,td):last-child]:bg-surface max-sm:[&_:is(th,td):last-child]:pr-2 max-sm:[&_:is(th,td):last-child]:pl-3';

/** Alignment of figures. */
const FIGURE = 'text-right whitespace-nowrap tabular-nums';

/** A compact table with an accessible name. It scrolls horizontally in a narrow window. */
export function Table({
  name,
  columns,
  hasActions = false,
  children,
}: {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Whether the last column has buttons. */
  readonly hasActions?: boolean;
  /** Rows; a `FigureCell` for each figure. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <ScrollRegion
      role="group"
      name={name}
      className="scroll-shadows relative -mx-2 overflow-x-auto rounded-lg px-2 focus-visible:-outline-offset-2"
    >
      <table
        className={`w-full border-collapse text-[0.875rem] [&_[data-address]]:whitespace-nowrap [&_:is(th,td)]:py-1.25 [&_:is(th,td)]:pr-5 [&_:is(th,td)]:align-middle [&_:is(th,td):last-child]:pr-0 [&_tbody_tr]:border-t [&_tbody_tr]:border-line/60 [&_tbody_tr:hover]:bg-raised/60 ${hasActions ? STICKY : ''}`}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`font-normal whitespace-nowrap text-muted ${column.isFigure === true ? FIGURE : 'text-left'}`}
              >
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

/** A cell with a figure. */
export function FigureCell({
  className = '',
  children,
}: {
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactElement {
  return <td className={`${FIGURE} ${className}`}>{children}</td>;
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
    <Button disabled={list.isFetchingNextPage} size="small" className="mt-3" onClick={() => void list.fetchNextPage()}>
      {list.isFetchingNextPage ? t('moreLoading') : t('more')}
    </Button>
  );
}
