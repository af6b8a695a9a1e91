import { Suspense, useEffect, useEffectEvent, type ReactElement, type ReactNode } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Boundary for a lazily loaded part of a screen. */
export function LazyPart({
  loading = null,
  fallback = null,
  children,
}: {
  /** Shown while the part loads. */
  readonly loading?: ReactNode;
  /** Shown when the part cannot be loaded. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <ErrorBoundary fallback={fallback}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Runs a callback on mount. It is the fallback of a part that could not be loaded. */
export function RunOnMount({ act }: { readonly act: () => void }): null {
  const run = useEffectEvent(act);
  useEffect(() => run(), []);
  return null;
}
