import type { ReactElement } from 'react';

/** Colours of the first three places. */
const COLOURS: Readonly<Record<number, string>> = { 1: 'text-legendary', 2: 'text-common', 3: 'text-caution' };

/** A place on the daily board. */
export function Rank({ rank, children }: { readonly rank: number; readonly children: string }): ReactElement {
  return <span className={`font-display text-[0.875rem] font-bold ${COLOURS[rank] ?? 'text-muted'}`}>{children}</span>;
}
