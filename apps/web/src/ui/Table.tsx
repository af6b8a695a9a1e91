import type { ReactElement, ReactNode } from 'react';
import { ScrollRegion } from './ScrollRegion.tsx';
import './screens.css';

/** A column of a table: its header, and what it shows of a row. */
export interface Column<Row> {
  /** Header, and the key of the column. */
  readonly name: string;
  readonly render: (row: Row) => ReactNode;
  /** Whether it has figures: they are right-aligned, with digits of equal width. */
  readonly isFigure?: boolean;
  /** Whether narrow pages leave it out. */
  readonly isWideOnly?: boolean;
  /** Whether it names the row. Screen readers read such a cell before the others of its row. */
  readonly isTitle?: boolean;
  /** Classes of its cells, for all rows or by the row. */
  readonly className?: string | ((row: Row) => string);
}

const LOOKS = {
  /** Many rows of small text, as on the operator's desk. */
  compact:
    'text-[0.875rem] [&_:is(th,td)]:py-1.25 [&_:is(th,td)]:pr-5 [&_tbody_tr]:border-line/60 [&_tbody_tr:hover]:bg-raised/60',
  /** Rows with room, as on the pages of players. */
  roomy: '[&_:is(th,td)]:py-2.5 [&_:is(th,td)]:pr-4 [&_tbody_tr]:border-line/70 [&_thead_th]:text-[0.875rem]',
} as const;

/** Last column of a table with buttons: on a phone it stays visible while the others scroll. */
const STICKY =
  'max-sm:[&_:is(th,td):last-child]:sticky max-sm:[&_:is(th,td):last-child]:-right-2 max-sm:[&_:is(th,td):last-child]:border-l max-sm:[&_:is(th,td):last-child]:border-line max-sm:[&_:is(th,td):last-child]:bg-surface max-sm:[&_:is(th,td):last-child]:pr-2 max-sm:[&_:is(th,td):last-child]:pl-3';

/** On narrow pages each row is a list of names and values, so that nothing is hidden at the side. */
const STACKED =
  'max-md:[&_thead]:hidden max-md:[&_tr]:block max-md:[&_tr]:py-3 max-md:[&_tbody_:is(th,td)]:flex max-md:[&_tbody_:is(th,td)]:justify-between max-md:[&_tbody_:is(th,td)]:py-1 max-md:[&_td]:before:font-normal max-md:[&_td]:before:text-muted max-md:[&_td]:before:content-[attr(data-name)] max-md:[&_tbody_tr:first-child]:border-t-0';

const FIGURE = 'text-right whitespace-nowrap tabular-nums';

/** A table made of its columns and rows, with an accessible name. It scrolls horizontally where it does not fit. */
export function Table<Row>({
  name,
  columns,
  rows,
  keyOf,
  empty,
  look = 'compact',
  hasActions = false,
  isStacked = false,
  className = '',
  rowClassName,
}: {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Key of a row, unique in the table. */
  readonly keyOf: (row: Row) => string | number;
  /** Text shown instead of a table without rows. */
  readonly empty?: string;
  readonly look?: keyof typeof LOOKS;
  /** Whether the last column has buttons. */
  readonly hasActions?: boolean;
  /** Whether each row is a list on narrow pages. */
  readonly isStacked?: boolean;
  /** Classes of the scrolling region. */
  readonly className?: string;
  readonly rowClassName?: (row: Row) => string;
}): ReactElement {
  if (rows.length === 0 && empty !== undefined) return <p className="text-muted">{empty}</p>;
  return (
    <ScrollRegion
      role="group"
      name={name}
      className={`scroll-shadows relative -mx-2 overflow-x-auto rounded-lg px-2 focus-visible:-outline-offset-2 ${className}`}
    >
      <table
        className={`w-full border-collapse text-left ${LOOKS[look]} [&_:is(th,td):last-child]:pr-0 [&_[data-address]]:whitespace-nowrap [&_tbody_tr]:border-t ${hasActions ? STICKY : ''} ${isStacked ? STACKED : ''}`}
      >
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`font-normal whitespace-nowrap ${looksOf(column)}`}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={rowClassName?.(row)}>
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Classes that the header and the cells of a column share. */
const looksOf = ({ isFigure = false, isWideOnly = false }: Pick<Column<never>, 'isFigure' | 'isWideOnly'>): string =>
  `${isFigure ? FIGURE : ''} ${isWideOnly ? 'max-sm:hidden' : ''}`;

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }): ReactElement {
  const own = typeof column.className === 'function' ? column.className(row) : (column.className ?? '');
  const className = `${looksOf(column)} ${own}`;
  return column.isTitle === true ? (
    <th scope="row" className={`font-medium ${className}`}>
      {column.render(row)}
    </th>
  ) : (
    <td data-name={column.name} className={className}>
      {column.render(row)}
    </td>
  );
}
