import { createStore } from 'zustand/vanilla';

/** The open deposit dialog. */
export interface DepositRequest {
  /** The amount that is entered at the start, sun; null for none. */
  readonly amountSun: number | null;
}

/** The deposit dialog of the page; null while it is closed. While it is closed its chunk is not loaded. */
export const depositStore = createStore<{ readonly request: DepositRequest | null }>(() => ({ request: null }));

/** Opens the deposit dialog. */
export const openDeposit = (amountSun: number | null = null): void => depositStore.setState({ request: { amountSun } });

/** Closes the deposit dialog. A payment that was begun is still followed by the panel. */
export const closeDeposit = (): void => depositStore.setState({ request: null });
