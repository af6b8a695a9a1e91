export { recoverSigner } from './message.ts';
export { TRON_NETWORKS, type TronNetwork } from './networks.ts';
export { createTronNode, type TronNode, type TronNodeOptions } from './tron-node.ts';
