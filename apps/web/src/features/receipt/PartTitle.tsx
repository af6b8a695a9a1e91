import type { ReactElement } from 'react';

/** Title of a part of a section of the receipt. */
export function PartTitle({ children }: { readonly children: string }): ReactElement {
  return <h3 className="mt-5 font-text text-[0.875rem] font-semibold tracking-normal text-muted">{children}</h3>;
}
