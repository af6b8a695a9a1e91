import { Suspense, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useAccount } from '../../data/account/account.ts';
import { lazy } from '../../data/chunks/lazy.ts';
import { withTexts } from '../../data/messages/texts.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { depositStore } from './deposit-store.ts';

const DepositDialog = lazy(() =>
  withTexts(import('./DepositDialog.tsx'), 'money').then((module) => ({ default: module.DepositDialog })),
);

/** Renders the deposit dialog on every screen while it is open and a player is signed in. Its chunk is loaded when it is needed. */
export function LazyDeposit(): ReactElement | null {
  const request = useStore(depositStore, (state) => state.request);
  const address = useAccount(({ player }) => player?.address ?? null);
  if (request === null || address === null) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <DepositDialog key={address} address={address} request={request} />
      </Suspense>
    </ErrorBoundary>
  );
}
