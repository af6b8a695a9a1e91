import type { ReactElement, ReactNode } from 'react';

/** A section of a page of the desk with a heading. */
export function Section({
  title,
  aside,
  className = '',
  children,
}: {
  readonly title: string;
  /** Content beside the heading. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section aria-label={title} className={`desk-part ${className}`}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-sm">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
