import { createStore } from 'zustand/vanilla';

/** The open deposit dialog. */
export interface DepositRequest {
  /** The amount that is entered at the start, sun; null for none. */
  readonly amountSun: number | null;
  /** The deposit that was begun and whose progress the dialog shows; null before that. */
  readonly paymentId: string | null;
}

/** The deposit dialog of the page; null while it is closed. While it is closed its chunk is not loaded. */
export const depositStore = createStore<{ readonly request: DepositRequest | null }>(() => ({ request: null }));

/** Opens the deposit dialog. */
export const openDeposit = (amountSun: number | null = null): void =>
  depositStore.setState({ request: { amountSun, paymentId: null } });

/** Notes which deposit's progress the open dialog shows, so that the panel behind it does not show it too; null for none. */
export const setDepositShown = (paymentId: string | null): void =>
  depositStore.setState(({ request }) => ({ request: request === null ? null : { ...request, paymentId } }));

/** Closes the deposit dialog. A payment that was begun is still followed by the panel. */
export const closeDeposit = (): void => depositStore.setState({ request: null });
