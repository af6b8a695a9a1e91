import type { Entropy, Round, Rules } from '@popfray/engine';
import { CLICK_WORDS, makeRound } from './own-round.ts';

/** Another player's round, played from the clicks that the server has taken. For a small picture: nothing hangs on it. */
export class OpponentRound {
  readonly #rules: Rules;
  readonly #entropy: Entropy;
  #round: Round;
  #inputs = new Int32Array(0);
  /** Whether a click has come in for a time that the round has passed. */
  #isBehind = false;

  constructor(rules: Rules, entropy: Entropy) {
    this.#rules = rules;
    this.#entropy = entropy;
    this.#round = makeRound(rules, entropy, false);
  }

  /** Takes clicks that follow the player's first `first` ones. What is known is passed over; what leaves a gap is dropped. */
  take(first: number, inputs: Int32Array): void {
    const known = this.#inputs.length / CLICK_WORDS;
    const fresh = inputs.subarray((known - first) * CLICK_WORDS);
    if (first > known || fresh.length === 0 || known >= this.#rules.maxInputs) return;
    const all = new Int32Array(this.#inputs.length + fresh.length);
    all.set(this.#inputs);
    all.set(fresh, this.#inputs.length);
    this.#inputs = all;
    this.#isBehind ||= (fresh[0] ?? 0) < this.#round.timeMs;
  }

  /** Takes all of the player's clicks so far in place of those known. */
  replace(inputs: Int32Array): void {
    this.#inputs = inputs.slice(0, this.#rules.maxInputs * CLICK_WORDS);
    this.#isBehind = true;
  }

  /** The round at a time, ms; never earlier than before. */
  at(timeMs: number): Round {
    const targetMs = Math.max(timeMs, this.#round.timeMs);
    if (this.#isBehind) {
      this.#isBehind = false;
      this.#round = makeRound(this.#rules, this.#entropy, false);
    }
    this.#round.playInputs(this.#inputs, targetMs);
    this.#round.advanceTo(targetMs);
    return this.#round;
  }
}
