import { NETWORK_SIZES } from '@popfray/protocol';
import { networksAround } from '../platform/http/index.ts';
import { dayOf } from '../platform/clock/index.ts';

/** Most rounds that a network can hand in on a day: one player who never stops plays about six hundred. */
const MOST = 600;

/** Most networks remembered: some 2 MB. Past that, the one that came first is forgotten. */
const MAX_NETWORKS = 20_000;

/** Counts the rounds of each network on a day, UTC. A restart resets the counts. */
export class DailyTries {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #date = '';

  /** `factor` times as many as usual; Infinity for any number. */
  constructor(factor = 1) {
    this.#most = MOST * factor;
  }

  /** Counts one more round of a network. Returns whether it may be handed in. */
  take(network: string, nowMs: number): boolean {
    const { date } = dayOf(nowMs);
    if (date !== this.#date) this.#counts.clear();
    this.#date = date;
    const networks = networksAround(network).map((key, size) => {
      const { allowance } = NETWORK_SIZES[size] ?? NETWORK_SIZES[0];
      return { key, count: this.#counts.get(key) ?? 0, most: this.#most * allowance };
    });
    if (networks.some(({ count, most }) => count >= most)) return false;
    for (const { key, count } of networks) this.#counts.set(key, count + 1);
    while (this.#counts.size > MAX_NETWORKS) this.#counts.delete(this.#counts.keys().next().value ?? '');
    return true;
  }
}
