import { within, type Timers } from './deadline.ts';
import { ask, read } from './foreign.ts';

/** How often a wallet may change its network while it is asked for it. */
const MOST_CHANGES = 3;

const hostOf = (tronWeb: object): unknown => read(read(tronWeb, 'fullNode'), 'host');

/**
 * Makes what reads the id of the chain that a wallet is on, null when it cannot be had: `0x` and the last 8 hex digits of
 * block 0's id (measured, also the adapter's way). Host names say nothing. A known id is kept for as long as the same
 * tronWeb speaks to the same node; an unknown one is requested again. `tronWeb` gives the wallet's as it is now.
 */
export function createNetworkReader(
  timers: Timers,
  limitMs: number,
  tronWeb: () => object | null,
): () => Promise<string | null> {
  const known = new WeakMap<object, { readonly host: unknown; readonly answer: Promise<string | null> }>();

  async function askGenesis(asked: object): Promise<string | null> {
    try {
      const block = await within(timers, limitMs, ask(read(asked, 'trx'), 'getBlockByNumber', 0));
      const id = read(block, 'blockID');
      return typeof id === 'string' && /^[0-9a-f]{64}$/.test(id) ? `0x${id.slice(-8)}` : null;
    } catch {
      // Offline, forbidden by the page's own policy, or another wallet's idea of a tronWeb.
      return null;
    }
  }

  async function chainIdOf(asked: object, host: unknown): Promise<string | null> {
    const kept = known.get(asked);
    if (kept?.host === host && kept !== undefined) return kept.answer;
    const answer = askGenesis(asked);
    known.set(asked, { host, answer });
    const chainId = await answer;
    if (chainId === null && known.get(asked)?.answer === answer) known.delete(asked);
    return chainId;
  }

  return async () => {
    for (let left = MOST_CHANGES; left > 0; left--) {
      const asked = tronWeb();
      if (asked === null) return null;
      const host = hostOf(asked);
      const chainId = await chainIdOf(asked, host);
      // The wallet has changed its network meanwhile, so the answer is obsolete.
      if (tronWeb() === asked && hostOf(asked) === host) return chainId;
    }
    return null;
  };
}
