import { useStore } from 'zustand';
import { account, type AccountState } from './state.ts';

export { account, isOnOtherChain, type AccountState } from './state.ts';

/** Returns one value of the account and re-renders when it changes. */
export const useAccount = <Value>(select: (state: AccountState) => Value): Value => useStore(account, select);
