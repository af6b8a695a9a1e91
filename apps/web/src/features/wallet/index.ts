export { WalletAction } from './WalletAction.tsx';
