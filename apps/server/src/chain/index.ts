/** The chain's node, the house's wallet, and the worker's turns that follow transactions. */
export { fundDevHouse } from './dev-house.ts';
export { DEV_HOUSE_KEY, type HouseConfig, type HouseKeyError, openHouse, parsePrivateKey } from './house.ts';
export { type Network, type NetworkConfig, type NetworkError, openNetwork, reachNetwork } from './network.ts';
export type { PaidLookup } from './paid-lookup.ts';
export { FARTHEST_MS, takeTurn } from './turn.ts';
