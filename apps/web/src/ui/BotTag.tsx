import type { ReactElement } from 'react';

/** Marks a player as a bot. */
export function BotTag({ children }: { readonly children: string }): ReactElement {
  return <span className="shrink-0 rounded-sm bg-line px-1 text-[0.6875rem] font-semibold">{children}</span>;
}
