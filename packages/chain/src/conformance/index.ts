export type { Account, ChainStage } from './chain-stage.ts';
export { describeChainNode, type ChainNodeSetUp } from './describe-chain-node.ts';
export { describeWallet, type WalletSetUp } from './describe-wallet.ts';
export type { PersonAnswer, WalletPerson, WalletScene, WalletStage } from './wallet-stage.ts';
