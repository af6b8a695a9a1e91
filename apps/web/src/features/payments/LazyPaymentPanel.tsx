import { Suspense, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { withTexts } from '../../data/messages/texts.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { watchList } from './watch-list.ts';
import { lazy } from '../../data/chunks/lazy.ts';

const PaymentPanel = lazy(() =>
  withTexts(import('./PaymentPanel.tsx'), 'money').then((module) => ({ default: module.PaymentPanel })),
);

/** Renders the payment panel on every screen. Its chunk is loaded only when there is a payment. */
export function LazyPaymentPanel(): ReactElement | null {
  const isNeeded = useStore(watchList, ({ watched }) => watched.length > 0);
  if (!isNeeded) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <PaymentPanel />
      </Suspense>
    </ErrorBoundary>
  );
}
