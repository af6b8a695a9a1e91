import type { Blockchain } from '@popfray/protocol';

/** What a player has done in all. */
export interface Tallied {
  readonly address: string;
  readonly chain: Blockchain;
  /** What the player was called in the newest battle; empty without one. */
  readonly name: string;
  /** Battles won and played; those with practice bots do not count. */
  readonly won: number;
  readonly played: number;
  readonly earnedSun: number;
}

/** So many changes at once are sorted in with everybody else; fewer find their places one by one. */
const MANY = 100;

/** The better one first: by games won, then win rate, then earnings. DESIGN section 9. No two players are equal. */
export function compareTallied(a: Tallied, b: Tallied): number {
  return (
    b.won - a.won ||
    b.won * a.played - a.won * b.played ||
    b.earnedSun - a.earnedSun ||
    (a.address < b.address ? -1 : Number(a.address > b.address))
  );
}

/** The sums of all players, and the order of those who have played a battle. A change costs little however many there are. */
export class Ranking {
  readonly #byAddress = new Map<string, Tallied>();
  #order: Tallied[] = [];

  /** The best `count` players. */
  first(count: number): readonly Tallied[] {
    return this.#order.slice(0, count);
  }

  /** The `count` players of this chain who have earned most, sun; those who have earned nothing are none of them. */
  earners(count: number): readonly Tallied[] {
    const earners = [...this.#byAddress.values()].filter(({ chain, earnedSun }) => chain === 'tron' && earnedSun > 0);
    return earners.toSorted((a, b) => b.earnedSun - a.earnedSun).slice(0, count);
  }

  /** What a player has done; undefined for nothing. */
  find(address: string): Tallied | undefined {
    return this.#byAddress.get(address);
  }

  /** A player's place from 1; null for a player who has not played a battle. */
  rankOf(address: string): number | null {
    const tallied = this.find(address);
    return tallied === undefined || !hasPlayed(tallied) ? null : this.#placeOf(tallied) + 1;
  }

  /** Adds what players have done since, each of them once. */
  add(gains: readonly Tallied[]): void {
    const areMany = gains.length > MANY;
    for (const gain of gains) {
      const before = this.find(gain.address);
      const after = before === undefined ? gain : sum(before, gain);
      this.#byAddress.set(gain.address, after);
      if (areMany) continue;
      if (before !== undefined && hasPlayed(before)) this.#order.splice(this.#placeOf(before), 1);
      if (hasPlayed(after)) this.#order.splice(this.#placeOf(after), 0, after);
    }
    if (areMany) this.#order = [...this.#byAddress.values()].filter(hasPlayed).toSorted(compareTallied);
  }

  /** Takes a player off it. */
  remove(address: string): void {
    const tallied = this.find(address);
    if (tallied === undefined) return;
    if (hasPlayed(tallied)) this.#order.splice(this.#placeOf(tallied), 1);
    this.#byAddress.delete(address);
  }

  /** Where a player is, or belongs. */
  #placeOf(tallied: Tallied): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#order[middle];
      if (there !== undefined && compareTallied(there, tallied) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a player has played a battle. A player with only rewards of Solo rounds has earnings and no place. */
const hasPlayed = ({ played }: Tallied): boolean => played > 0;

/** What a player has done before and since. */
export const sum = (before: Tallied, since: Tallied): Tallied => ({
  ...before,
  name: since.name || before.name,
  won: before.won + since.won,
  played: before.played + since.played,
  earnedSun: before.earnedSun + since.earnedSun,
});
