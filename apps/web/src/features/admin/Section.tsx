import type { ReactElement, ReactNode } from 'react';
import { ErrorBoundary } from '../errors/index.ts';
import { PANEL } from './looks.ts';

/** A section of a page of the desk with a heading. What fails in it is replaced alone, with a retry. */
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
    <section aria-label={title} className={`${PANEL} ${className}`}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-h-6 content-center text-sm">{title}</h2>
        {aside}
      </div>
      <ErrorBoundary isPart>{children}</ErrorBoundary>
    </section>
  );
}
