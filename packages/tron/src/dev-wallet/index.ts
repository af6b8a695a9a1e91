export { installDevWallet, type DevWallet, type DevWalletOptions } from './dev-wallet.ts';
export type { FaucetLimits } from './panel.ts';
export type { VaultStorage } from './vault.ts';
