import { Suspense, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { lazy } from '../../data/chunks/lazy.ts';
import { refusals } from '../../data/api/refusal.ts';
import { withTexts } from '../../data/messages/texts.ts';
import { ErrorBoundary } from '../errors/index.ts';

const RefusalDialog = lazy(() =>
  withTexts(import('./RefusalDialog.tsx'), 'money', 'protection').then((module) => ({ default: module.RefusalDialog })),
);

/** Renders the dialog of a paid action that was refused to protect the player, on every screen. Its chunk is loaded when it is needed. */
export function LazyRefusal(): ReactElement | null {
  const refusal = useStore(refusals, ({ shown }) => shown);
  if (refusal === null) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <RefusalDialog refusal={refusal} />
      </Suspense>
    </ErrorBoundary>
  );
}
