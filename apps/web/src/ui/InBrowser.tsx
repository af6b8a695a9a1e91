import { useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

const neverChanges = () => () => undefined;

/** Renders what depends on the reader's browser or on the time. A prerendered page contains a placeholder instead. */
export function InBrowser({
  className,
  children,
}: {
  /** Classes of the placeholder, which is as high as the children. */
  readonly className: string;
  readonly children: ReactNode;
}): ReactElement {
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isInBrowser ? <>{children}</> : <div className={className} />;
}
