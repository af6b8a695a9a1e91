import { createRound, type Entropy, type Round, type Rules } from '@popfray/engine';
import { BATCH_MS, MAX_BATCH_INPUTS, type InputBatch } from '@popfray/protocol/battle';
import { dropEvents } from '../event-hub.ts';

/** Words of a click: ms of the round, x and y in quarter pixels. */
export const CLICK_WORDS = 3;

/** How long a click waits for others before it is handed over, ms of the round: a frame or two less than a batch may span. */
const GATHER_MS = BATCH_MS - 50;

/** Rules and entropy make a round, or this page has a bug: the rules are the engine's own. */
export function makeRound(rules: Rules, entropy: Entropy, events: boolean): Round {
  const made = createRound({ rules, entropy, pausable: false, events });
  if (!made.ok) throw new Error(`A battle has no round: ${made.error.code}`);
  return made.value;
}

/** The player's own round, and which of its clicks the server has been handed. */
export class OwnRound {
  readonly #rules: Rules;
  readonly #entropy: Entropy;
  #round: Round;
  /** Clicks handed over. */
  #sent = 0;
  /** Round time of the first click that is not, ms; Infinity while there is none. */
  #waitingMs = Number.POSITIVE_INFINITY;
  /** Up to where batches have been handed over, and up to where they have been given up, ms of the round. */
  #sentUntilMs = -1;
  #givenUpMs = -1;

  constructor(rules: Rules, entropy: Entropy) {
    this.#rules = rules;
    this.#entropy = entropy;
    this.#round = makeRound(rules, entropy, true);
  }

  get round(): Round {
    return this.#round;
  }

  /** Clicks that were handed over. */
  get sent(): number {
    return this.#sent;
  }

  /** A click at a point of the field, px, judged at the round's time. */
  pop(xPx: number, yPx: number): void {
    const before = this.#round.inputCount;
    this.#round.pop(xPx, yPx);
    if (this.#round.inputCount > before) this.#waitingMs = Math.min(this.#waitingMs, this.#round.timeMs);
  }

  /**
   * The next batch that is due before the round moves on to `nextMs`; null when none is. What it says is final: every later click is
   * made after it, because the time of a click is that of the frame on show. Clicks after `serverMs`, the round's time by the server's clock, wait: an
   * outage of the server has set that back.
   */
  takeBatch(nextMs: number, serverMs: number): InputBatch | null {
    const isFull = this.#round.inputCount - this.#sent >= MAX_BATCH_INPUTS;
    const isDue = isFull || nextMs - this.#waitingMs >= GATHER_MS || nextMs >= this.#rules.durationMs;
    if (!isDue || this.#waitingMs === Number.POSITIVE_INFINITY || this.#waitingMs > serverMs) return null;
    const waiting = this.#round.inputs(this.#sent);
    const firstMs = waiting[0] ?? 0;
    let words = 0;
    while (
      words < waiting.length &&
      words < MAX_BATCH_INPUTS * CLICK_WORDS &&
      (waiting[words] ?? 0) - firstMs < BATCH_MS &&
      (waiting[words] ?? 0) <= serverMs
    )
      words += CLICK_WORDS;
    const inputs = waiting.slice(0, words);
    const lastMs = inputs.at(-CLICK_WORDS) ?? firstMs;
    const untilMs =
      waiting[words] === undefined ? Math.min(firstMs + BATCH_MS, this.#round.timeMs, serverMs) - 1 : lastMs;
    const first = this.#sent;
    this.#sent += words / CLICK_WORDS;
    this.#waitingMs = waiting[words] ?? Number.POSITIVE_INFINITY;
    this.#sentUntilMs = Math.max(lastMs, untilMs);
    return { first, untilMs: this.#sentUntilMs, inputs };
  }

  /**
   * The server did not take the batch that ends at `untilMs`: the first `count` clicks stand. Everything handed over since is given up
   * with it; clicks that still wait stay. Returns how many were lost.
   */
  giveUp(untilMs: number, count: number): number {
    if (untilMs <= this.#givenUpMs) return 0;
    this.#givenUpMs = this.#sentUntilMs;
    const own = this.#round.inputs();
    const waiting = own.subarray(this.#sent * CLICK_WORDS);
    return this.#standBy(own.subarray(0, count * CLICK_WORDS), waiting);
  }

  /**
   * Holds the round against all clicks that the server has taken. The player's later ones stay if they are not older than `keptFromMs`,
   * and are handed over again. Returns how many were lost.
   */
  correct(taken: Int32Array, keptFromMs: number): number {
    const fromMs = Math.max(keptFromMs, (taken.at(-CLICK_WORDS) ?? -1) + 1);
    let rest = this.#round.inputs(taken.length / CLICK_WORDS);
    while (rest.length > 0 && (rest[0] ?? 0) < fromMs) rest = rest.subarray(CLICK_WORDS);
    return this.#standBy(taken, rest);
  }

  /** Continues from the accepted and the pending clicks. Where those differ from what was played, the round is played again to the same time. */
  #standBy(taken: Int32Array, waiting: Int32Array): number {
    const own = this.#round.inputs();
    const inputs = Int32Array.from([...taken, ...waiting]);
    this.#sent = taken.length / CLICK_WORDS;
    this.#waitingMs = waiting[0] ?? Number.POSITIVE_INFINITY;
    if (inputs.length === own.length && inputs.every((word, at) => word === own[at])) return 0;
    const { timeMs } = this.#round;
    this.#round = makeRound(this.#rules, this.#entropy, true);
    this.#round.playInputs(inputs, this.#rules.durationMs);
    this.#round.advanceTo(Math.max(timeMs, this.#round.timeMs));
    dropEvents(this.#round);
    return Math.max(0, (own.length - inputs.length) / CLICK_WORDS);
  }
}
