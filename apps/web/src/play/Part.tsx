import { Suspense, useEffect, useEffectEvent, type ReactElement, type ReactNode } from 'react';
import { ErrorBoundary } from '../shell/ErrorBoundary.tsx';

/** Holds a part of a screen that comes by itself. */
export function Part({
  meanwhile = null,
  fallback = null,
  children,
}: {
  /** What is there while it is on its way. */
  readonly meanwhile?: ReactNode;
  /** What is there where it cannot be had. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Does something as soon as it is there, in the place of a part that could not be had. */
export function AtOnce({ act }: { readonly act: () => void }): null {
  const run = useEffectEvent(act);
  useEffect(() => run(), []);
  return null;
}
