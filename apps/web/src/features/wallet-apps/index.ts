export { LazyNextSteps } from './LazyNextSteps.tsx';
export { WalletAppLinks } from './WalletAppLinks.tsx';
