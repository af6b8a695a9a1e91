import { Suspense, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';
import { missingWallet } from '../../data/wallet/missing-wallet.ts';
import { ErrorBoundary } from '../errors/index.ts';

const NextSteps = lazy(() =>
  withTexts(import('./NextSteps.tsx'), 'wallet-apps').then((module) => ({ default: module.NextSteps })),
);

/** Renders the next steps of a visitor without a wallet, on every screen. Its chunk is loaded when it is needed. */
export function LazyNextSteps(): ReactElement | null {
  if (!useStore(missingWallet).isShown) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <NextSteps />
      </Suspense>
    </ErrorBoundary>
  );
}
