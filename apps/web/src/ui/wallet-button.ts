/** Utilities of the wallet's buttons in the header: its row has room for two of them on the smallest phone. */
export const WALLET_BUTTON =
  'wallet-button px-2.5 text-[0.875rem] whitespace-nowrap tabular-nums min-[24rem]:px-3 min-[30rem]:px-4';
