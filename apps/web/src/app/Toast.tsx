import { Suspense, useEffect, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { ErrorBoundary } from '../features/errors/index.ts';
import { Icon } from '../ui/Icon.tsx';
import { ToastIcon } from '../ui/ToastIcon.tsx';
import { dismissToast, TOAST_MS, toasts } from '../ui/toast.ts';
import { lazy } from '../data/chunks/lazy.ts';

const ToastStage = lazy(() => import('./RadixToast.tsx').then((module) => ({ default: module.RadixToast })));

/** Renders the current toast. The full component is loaded with the first toast. */
export function Toast(): ReactElement | null {
  const hasBegun = useStore(toasts, ({ count }) => count > 0);
  if (!hasBegun) return null;
  return (
    <ErrorBoundary fallback={<FallbackToast />}>
      <Suspense fallback={null}>
        <ToastStage />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A toast without its chunk: when the network fails, a toast is most likely to be needed. */
function FallbackToast(): ReactElement {
  const t = useTranslations('toast');
  const { message, count } = useStore(toasts);
  useEffect(() => {
    const timer = setTimeout(dismissToast, TOAST_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <div role="alert" className="toast-place">
      {message !== null && (
        <div key={count} className="toast">
          <ToastIcon kind={message.kind} />
          <div className="flex-1">
            <p className="font-semibold">{message.title}</p>
            <p className="text-sm text-muted">{message.text}</p>
          </div>
          <button
            type="button"
            className="action action-bare action-icon -m-2"
            aria-label={t('dismiss')}
            onClick={dismissToast}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
