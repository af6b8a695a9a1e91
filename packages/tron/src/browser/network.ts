import { within, type Timers } from './deadline.ts';
import { ask, read } from './foreign.ts';

/** How a chain's id is had from a wallet. */
export interface NetworkReader {
  /** The id of the chain that a tronWeb speaks to; null when it cannot be had. */
  chainIdOf(tronWeb: object): Promise<string | null>;
}

/**
 * Reads chain ids: `0x` and the last 8 hex digits of block 0's id (measured, also the adapter's way). Host names say
 * nothing. A known id is kept for as long as the same tronWeb speaks to the same node; an unknown one is asked for anew.
 */
export function createNetworkReader(timers: Timers, limitMs: number): NetworkReader {
  const known = new WeakMap<object, { readonly host: unknown; readonly answer: Promise<string | null> }>();

  async function ask0(tronWeb: object): Promise<string | null> {
    try {
      const block = await within(timers, limitMs, ask(read(tronWeb, 'trx'), 'getBlockByNumber', 0));
      const id = read(block, 'blockID');
      return typeof id === 'string' && /^[0-9a-f]{64}$/.test(id) ? `0x${id.slice(-8)}` : null;
    } catch {
      // Offline, forbidden by the page's own policy, or another wallet's idea of a tronWeb.
      return null;
    }
  }

  return {
    async chainIdOf(tronWeb) {
      const host = read(read(tronWeb, 'fullNode'), 'host');
      const kept = known.get(tronWeb);
      if (kept?.host === host && kept !== undefined) return kept.answer;
      const answer = ask0(tronWeb);
      known.set(tronWeb, { host, answer });
      const chainId = await answer;
      if (chainId === null && known.get(tronWeb)?.answer === answer) known.delete(tronWeb);
      return chainId;
    },
  };
}
