/** The cross-chain server, and the links by which platforms reach it. */
export {
  type CrossChainConfig,
  type CrossChainHostConfig,
  DEV_HOST_KEY,
  parseCrossChainConfig,
  parseOrigin,
  readCrossChain,
  readKey,
} from './config.ts';
export { openDirectory } from './directory.ts';
export { mountCrossChain, openCrossChain } from './mount.ts';
export { createSigner, openPlatforms } from './platform-key.ts';
export { checkProof, type ProvenPlayer } from './proof.ts';
export { createRemoteLink, RECONNECT } from './remote-link.ts';
export { createCrossChain, createCrossChainGate, type CrossChain } from './server.ts';
