import { useRound, type StreamedRoundStore } from '@popfray/react';
import type { ReactElement } from 'react';
import { ConnectionQuality } from '../play/index.ts';

/** Quality of the connection while a round is played; null otherwise. */
export function SoloConnection({ store }: { readonly store: StreamedRoundStore }): ReactElement | null {
  const isRunning = useRound(store, ({ phase }) => phase === 'running');
  return isRunning ? <ConnectionQuality store={store} /> : null;
}
