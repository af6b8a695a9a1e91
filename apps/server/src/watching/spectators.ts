/** After this long without a request a spectator has left, ms. A page asks every two seconds. */
const GONE_MS = 10_000;

/** Most spectators of a battle on this node, and most of one network. */
const MAX_SPECTATORS = 500;
export const MAX_OF_NETWORK = 25;

/** Counts the spectators of each battle on this node, by what their pages call themselves. */
export class Spectators {
  readonly #battles = new Map<string, Map<string, { readonly network: string; atMs: number }>>();

  /** Notes that a spectator asks. Returns false for a new one when the battle, or the network, has too many. */
  admit(sessionId: string, network: string, name: string, nowMs: number): boolean {
    this.#forget(nowMs);
    const spectators = this.#battles.get(sessionId) ?? new Map<string, { readonly network: string; atMs: number }>();
    const key = `${network} ${name}`;
    const known = spectators.get(key);
    if (known !== undefined) {
      known.atMs = nowMs;
      return true;
    }
    if (spectators.size >= MAX_SPECTATORS || this.#countOf(network) >= MAX_OF_NETWORK) return false;
    this.#battles.set(sessionId, spectators.set(key, { network, atMs: nowMs }));
    return true;
  }

  #countOf(network: string): number {
    let count = 0;
    for (const spectators of this.#battles.values())
      for (const spectator of spectators.values()) if (spectator.network === network) count++;
    return count;
  }

  #forget(nowMs: number): void {
    for (const [sessionId, spectators] of this.#battles) {
      for (const [key, { atMs }] of spectators) if (nowMs - atMs > GONE_MS) spectators.delete(key);
      if (spectators.size === 0) this.#battles.delete(sessionId);
    }
  }
}
