export type { Account, ChainFixture } from './chain-fixture.ts';
export { describeChainNode, type ChainNodeSetUp } from './describe-chain-node.ts';
export { describeWallet, type WalletSetUp } from './describe-wallet.ts';
export type { UserAnswer, WalletUser, WalletFixtureOptions, WalletFixture } from './wallet-fixture.ts';
