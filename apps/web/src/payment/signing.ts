import { createStore } from 'zustand/vanilla';
import type { Signing } from './stage.ts';

/** What this page does about its payments that the server awaits, by payment id. */
export const signings = createStore<Readonly<Record<string, Signing>>>(() => ({}));

/** Notes what is being done about a payment; undefined for nothing any more. */
export function noteSigning(id: string, signing: Signing | undefined): void {
  const { [id]: _, ...rest } = signings.getState();
  signings.setState(signing === undefined ? rest : { ...rest, [id]: signing }, true);
}
