import type { Entropy } from '@popfray/engine';
import {
  BATTLE_SECONDS,
  makeBlock,
  makeCommitment,
  makeHex,
  makeReveals,
  type RevealFrame,
} from '@popfray/protocol/battle';

const WORDS = 4;
const SECOND_MS = 1_000;

/** A battle's randomness. Before the reveal of a second is published, no one can read it, and the server's rounds cannot either. */
export class BattleEntropy implements Entropy {
  /** Hex: published before any seed is taken. */
  readonly commitment: string;
  readonly #secret: Uint8Array;
  readonly #reveals: readonly Uint8Array[];
  readonly #blocks = new Int32Array(BATTLE_SECONDS * WORDS);
  #given = 0;

  /** `secret` is 32 unpredictable bytes: the last reveal. */
  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#reveals = makeReveals(secret);
    this.commitment = makeHex(makeCommitment(this.#reveals));
  }

  /** Seconds given so far, which is the next one's number. */
  get given(): number {
    return this.#given;
  }

  /** Time of the round up to which, exclusive, everything is known, ms. */
  get knownMs(): number {
    return this.#given * SECOND_MS;
  }

  /** Hex: the reveals given so far. */
  get reveals(): string[] {
    return this.#reveals.slice(0, this.#given).map((reveal) => makeHex(reveal));
  }

  /** Hex: the last reveal, from which all others follow. Throws before it was given. */
  get secret(): string {
    if (this.#given < BATTLE_SECONDS) throw new Error('the secret is not published before the last reveal');
    return makeHex(this.#secret);
  }

  /** Gives the next second, mixed with the players' seeds in the order of the seats. */
  giveNext(sessionId: string, seeds: readonly (Uint8Array | null)[]): RevealFrame {
    const second = this.#given;
    const reveal = this.#reveals[second];
    if (reveal === undefined) throw new RangeError('a battle has no more seconds');
    this.#blocks.set(makeBlock(sessionId, second, reveal, seeds), second * WORDS);
    this.#given++;
    return { second, reveal };
  }

  block(second: number, out: Int32Array): boolean {
    if (second >= this.#given) return false;
    for (let word = 0; word < WORDS; word++) out[word] = this.#blocks[second * WORDS + word] ?? 0;
    return true;
  }
}
