/** Events of the domain, published to the handlers of this process. */
export { type Bus, createBus, type DomainEvent } from './bus.ts';
export { createClusterBus } from './cluster-bus.ts';
