export {
  createDevChain,
  type ChainControls,
  type DevChain,
  type DevChainError,
  type DevChainOptions,
} from './dev-chain.ts';
export { DEV_CHAIN_ID, DEV_CHAIN_PORT } from './dev-chain-id.ts';
export type { CallFault, Fault, Faults } from './faults.ts';
export { startDevChain, type DevChainServer, type DevChainServerError, type DevChainServerOptions } from './server.ts';
