import type { ReactElement, ReactNode, Ref } from 'react';

/**
 * A region that scrolls what does not fit. It can be focused and is announced by its name, so that it can be scrolled with the keyboard
 * (WCAG 2.1.1).
 */
export function ScrollRegion({
  name,
  as = 'div',
  role = as === 'div' ? 'region' : undefined,
  className,
  ref,
  children,
}: {
  readonly name: string;
  /** The element: a list keeps its own role. */
  readonly as?: 'div' | 'ul' | 'ol';
  /** `log` announces added content; `group` keeps a region out of the list of landmarks. */
  readonly role?: 'region' | 'group' | 'log' | undefined;
  readonly className: string;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}): ReactElement {
  // Only a `div` has a reference; the attributes are the same for all three.
  const Element = as as 'div';
  return (
    <Element ref={ref} role={role} aria-label={name} tabIndex={0} className={className}>
      {children}
    </Element>
  );
}
