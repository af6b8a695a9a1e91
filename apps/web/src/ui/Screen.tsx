import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** Whether a screen was shown before this one. On the first screen the browser sets focus and scroll position. */
let hasNavigated = false;

/** One screen: sets the document title; after navigation it scrolls to the top and focuses its heading. */
export function Screen({
  name,
  className,
  children,
}: {
  /** Name of the screen for the document title. */
  readonly name: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('app');
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = t('title', { screen: name });
  }, [t, name]);
  useEffect(() => {
    const isAnchored = document.getElementById(location.hash.slice(1)) !== null;
    if (hasNavigated && !isAnchored) {
      scrollTo(0, 0);
      host.current?.querySelector('h1')?.focus({ preventScroll: true });
    }
    hasNavigated = true;
  }, []);
  const isAtHeading = useRef(false);
  useEffect(() => {
    // The loaded content has a new heading: move the focus from the old heading to the new one.
    if (isAtHeading.current && document.activeElement === document.body)
      host.current?.querySelector('h1')?.focus({ preventScroll: true });
  });
  return (
    <div
      ref={host}
      className={className}
      onFocus={({ target }) => {
        isAtHeading.current = target instanceof HTMLHeadingElement;
      }}
      onBlur={() => {
        isAtHeading.current = false;
      }}
    >
      {children}
    </div>
  );
}
