import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** Whether a screen was shown before this one: the first one leaves focus and scroll as the browser has them. */
let hasNavigated = false;

/** One screen: names the page, and after a change of screen starts at its top with focus on its heading. */
export function Screen({
  name,
  className,
  children,
}: {
  /** The screen's name in the page's title. */
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
    // What has loaded brings a heading of its own: whoever stood at the old one stands at the new one.
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
