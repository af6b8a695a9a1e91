import type { ReactElement, ReactNode } from 'react';
import './screens.css';

const LOOKS = {
  /** A pair a line: names in a column of their own. */
  columns:
    '[:where(&_dd)]:min-w-0 [:where(&_dd)]:font-medium [:where(&_dd)]:wrap-anywhere [:where(&_dt)]:text-[0.875rem] [:where(&>div)]:grid [:where(&>div)]:grid-cols-[8rem_minmax(0,1fr)] [:where(&>div)]:items-baseline [:where(&>div)]:gap-x-4 [:where(&>div)]:gap-y-1 [:where(&>div)]:border-t [:where(&>div)]:border-line/70 [:where(&>div)]:py-2',
  /** A pair a line: names at the left edge, values at the right one. */
  edges: 'divide-y divide-line/60 *:flex *:items-baseline *:justify-between *:gap-4 *:py-1.5 [:where(&_dd)]:text-right',
  /** Pairs side by side, each with its value below its name. */
  row: 'flex flex-wrap gap-x-8 gap-y-2 [:where(&_dd)]:font-semibold [:where(&_dt)]:text-[0.875rem]',
} as const;

/** Names and their values. Utilities of a fact have precedence over these. */
export function Facts({
  look = 'columns',
  className = '',
  children,
}: {
  readonly look?: keyof typeof LOOKS;
  readonly className?: string;
  /** A `Fact` for each pair. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <dl className={`${LOOKS[look]} [:where(&_dd)]:tabular-nums [:where(&_dt)]:text-muted ${className}`}>{children}</dl>
  );
}

/** A name and its value. */
export function Fact({
  name,
  className,
  children,
}: {
  readonly name: ReactNode;
  /** Classes of the value. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
