import { createHash } from 'node:crypto';

const WORD_MAX = 0x1_0000_0000;

/** A source of random numbers that follow from a seed. The generator is sfc32 by Chris Doty-Humphrey (PractRand), which is in the public domain. */
export class Random {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: string) {
    const hash = createHash('sha256').update(seed).digest();
    this.#seed = seed;
    this.#a = hash.readInt32LE(0);
    this.#b = hash.readInt32LE(4);
    this.#c = hash.readInt32LE(8);
    this.#counter = hash.readInt32LE(12);
  }

  /** Another source, whose numbers do not depend on how many were taken from this one. */
  fork(name: string): Random {
    return new Random(`${this.#seed} ${name}`);
  }

  /** From 0 to below 1. */
  next(): number {
    return this.#word() / WORD_MAX;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True in so many per cent of the calls. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  /** One of the items. Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }

  #word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}
