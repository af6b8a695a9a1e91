import { Suspense, useEffect, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Icon } from './Icon.tsx';
import { ToastMark } from './ToastMark.tsx';
import { dismissToast, TOAST_MS, toasts } from './toast.ts';
import { lazy } from './lazy.ts';

const ToastStage = lazy(() => import('./ToastStage.tsx').then((module) => ({ default: module.ToastStage })));

/** The place where toasts appear. What shows them well is fetched with the first one. */
export function Toast(): ReactElement | null {
  const hasBegun = useStore(toasts, ({ count }) => count > 0);
  if (!hasBegun) return null;
  return (
    <ErrorBoundary fallback={<PlainToast />}>
      <Suspense fallback={null}>
        <ToastStage />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A toast where nothing more can be fetched: the likeliest moment to have something to say. */
function PlainToast(): ReactElement {
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
          <ToastMark kind={message.kind} />
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
