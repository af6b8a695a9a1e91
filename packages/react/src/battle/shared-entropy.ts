import { blockEntropy, type Entropy } from '@popfray/engine';
import { BATTLE_SECONDS, isNextReveal, makeBlock, parseHex } from '@popfray/protocol/battle';

/** What a server did that an honest one never does. The battle is not to be trusted any more. */
export type Distrust =
  /** Another commitment than the one before. */
  | 'ERR_COMMITMENT'
  /** Other seeds than before, or without the player's own that had been taken. */
  | 'ERR_SEEDS'
  /** A reveal that is not the next one of the chain. */
  | 'ERR_REVEAL';

/** What the player gave to the randomness. */
export interface OwnSeed {
  /** Index among the players, in the order of the seats; -1 while unknown. */
  readonly index: number;
  /** Hex; null when none was given, or when this page does not know it any more. */
  readonly seed: string | null;
  /** Whether the server has said that it took it. */
  readonly isTaken: boolean;
}

/** The randomness that all players of a battle share, checked against the commitment on arrival. Refused data changes nothing. */
export class SharedEntropy {
  /** For rounds: a second is known once its reveal and the seeds are. */
  readonly entropy: Entropy;
  readonly #blocks = blockEntropy();
  readonly #sessionId: string;
  #commitment: string | null = null;
  #seeds: readonly (string | null)[] | null = null;
  readonly #reveals: Uint8Array[] = [];
  /** Seconds whose blocks are made. */
  #made = 0;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
    this.entropy = this.#blocks;
  }

  /** Hex; null before the server has said it. */
  get commitment(): string | null {
    return this.#commitment;
  }

  /** Whether the seeds are closed. */
  get hasSeeds(): boolean {
    return this.#seeds !== null;
  }

  /** Takes the commitment, hex: the first one, or the same again. */
  commit(commitment: string): Distrust | null {
    if (this.#commitment !== null) return this.#commitment === commitment ? null : 'ERR_COMMITMENT';
    if (parseHex(commitment) === null) return 'ERR_COMMITMENT';
    this.#commitment = commitment;
    return null;
  }

  /** Takes everybody's seeds, hex, in the order of the seats: for the first time, or the same again. */
  closeSeeds(seeds: readonly (string | null)[], own: OwnSeed): Distrust | null {
    if (this.#seeds !== null) return isSame(this.#seeds, seeds) ? null : 'ERR_SEEDS';
    const counted = seeds[own.index] ?? null;
    const isOwn = own.seed === null || counted === own.seed || (counted === null && !own.isTaken);
    if (!isOwn || seeds.some((seed) => seed !== null && parseHex(seed) === null)) return 'ERR_SEEDS';
    this.#seeds = [...seeds];
    this.#makeBlocks();
    return null;
  }

  /** Takes the reveal of a second: the next one. One that is known already is ignored; anything else is refused. */
  reveal(second: number, reveal: Uint8Array): Distrust | null {
    const known = this.#reveals[second];
    if (known !== undefined) return isSame(known, reveal) ? null : 'ERR_REVEAL';
    if (second !== this.#reveals.length || second >= BATTLE_SECONDS) return 'ERR_REVEAL';
    const before = this.#reveals.at(-1) ?? parseHex(this.#commitment ?? '');
    if (before === null || !isNextReveal(before, reveal)) return 'ERR_REVEAL';
    this.#reveals.push(reveal);
    this.#makeBlocks();
    return null;
  }

  #makeBlocks(): void {
    if (this.#seeds === null) return;
    const seeds = this.#seeds.map((seed) => (seed === null ? null : parseHex(seed)));
    for (const reveal of this.#reveals.slice(this.#made)) {
      this.#blocks.reveal(this.#made, makeBlock(this.#sessionId, this.#made, reveal, seeds));
      this.#made++;
    }
  }
}

const isSame = <T>(one: ArrayLike<T>, other: ArrayLike<T>): boolean =>
  one.length === other.length && Array.from(one).every((value, at) => value === other[at]);
