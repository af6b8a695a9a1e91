import type { TronWeb } from 'tronweb';

/** tronweb asks for a node's address. Nothing is asked of this one: what is used of tronweb here works offline. */
const NOWHERE = 'http://127.0.0.1:9';

let loaded: Promise<TronWeb> | undefined;

/** Loads tronweb, once: 200 to 300 ms of a process's time, which its start does not have to spare. */
export function loadTronWeb(): Promise<TronWeb> {
  loaded ??= import('tronweb').then((tronweb) => new tronweb.TronWeb({ fullHost: NOWHERE }));
  return loaded;
}
