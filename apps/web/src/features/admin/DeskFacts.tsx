import type { ReactElement, ReactNode } from 'react';

/** Names and values of a page of the desk: one pair a line or, if wide, side by side. */
export function DeskFacts({
  isWide = false,
  className = '',
  children,
}: {
  readonly isWide?: boolean;
  readonly className?: string;
  /** One `div` with a `dt` and a `dd` for each pair. */
  readonly children: ReactNode;
}): ReactElement {
  const layout = isWide
    ? 'flex flex-wrap gap-x-8 gap-y-2 [&_dd]:font-semibold [&_dt]:text-[0.875rem]'
    : 'divide-y divide-line/60 *:flex *:items-baseline *:justify-between *:gap-4 *:py-1.5 [&_dd]:text-right';
  return <dl className={`${layout} ${className} [&_dd]:tabular-nums [&_dt]:text-muted`}>{children}</dl>;
}
