export { recoverSigner } from './message.ts';
export type { ProviderHealth } from './node-pool.ts';
export { TRON_NETWORKS, type TronNetwork } from './networks.ts';
export { createTronNode, type TronNode, type TronNodeOptions } from './tron-node.ts';
