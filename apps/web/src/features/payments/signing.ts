import { createStore } from 'zustand/vanilla';
import type { Signing } from './stage.ts';

/** Signing state of this page's unpaid payments, by payment id. */
export const signings = createStore<Readonly<Record<string, Signing>>>(() => ({}));

/** Sets the signing state of a payment; undefined removes it. */
export function setSigning(id: string, signing: Signing | undefined): void {
  const { [id]: _, ...rest } = signings.getState();
  signings.setState(signing === undefined ? rest : { ...rest, [id]: signing }, true);
}
