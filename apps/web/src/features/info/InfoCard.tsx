import type { ReactElement, ReactNode } from 'react';

/** A box around a tool of a text page. Notes inside of it have other backgrounds. */
export function InfoCard({
  labelledBy,
  className = '',
  children,
}: {
  /** Id of its heading. */
  readonly labelledBy: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section aria-labelledby={labelledBy} data-card className={`rounded-3xl bg-surface p-5 md:p-7 ${className}`}>
      {children}
    </section>
  );
}
