export { makeDeepLink, makeTokenPocketLink } from './deep-link.ts';
export { DEV_WALLET_RDNS } from './discovery.ts';
export { createTronLinkWallet, type TronLinkOptions, type WalletTimeouts } from './tronlink-wallet.ts';
export type { Timers } from './deadline.ts';
