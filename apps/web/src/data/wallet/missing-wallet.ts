import { createStore } from 'zustand/vanilla';

/** Whether the next steps of a visitor without a wallet are shown. */
export const missingWallet = createStore<{ readonly isShown: boolean }>(() => ({ isShown: false }));
