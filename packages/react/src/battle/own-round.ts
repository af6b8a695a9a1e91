import { createRound, type Entropy, type Round, type Rules, type UpgradeId } from '@popfray/engine';
import {
  BATCH_MS,
  CLICKS_WAIT_MS,
  MAX_BATCH_INPUTS,
  PathRecorder,
  type InputBatch,
  type PathChunk,
  type RefusedFrame,
} from '@popfray/protocol/battle';
import { dropEvents } from '../event-hub.ts';

/** Words of a click: ms of the round, x and y in quarter pixels. */
export const CLICK_WORDS = 3;

/** Battles are played without upgrades; paid solo rounds have those of the player. */
const NO_UPGRADES: readonly UpgradeId[] = [];

const NO_CLICKS = new Int32Array(0);

/** Creates a round. Throws only because of a bug, since the rules and the upgrades are the engine's own. */
export function makeRound(
  rules: Rules,
  entropy: Entropy,
  events: boolean,
  loadout: readonly UpgradeId[] = NO_UPGRADES,
): Round {
  const made = createRound({ rules, entropy, loadout, pausable: false, events });
  if (!made.ok) throw new Error(`A battle has no round: ${made.error.code}`);
  return made.value;
}

/** A batch that was handed over on this connection and is not answered yet. */
interface SentBatch {
  /** Clicks before its first one, as they were counted then. */
  readonly first: number;
  /** Time of its first click, and the time of the round at which it ends, ms. */
  readonly firstMs: number;
  readonly untilMs: number;
  /** How often clicks had been taken back by then. */
  readonly generation: number;
}

/** The player's own round, and which of its clicks, and of the pointer's path, the server has been handed. */
export class OwnRound {
  readonly path: PathRecorder = new PathRecorder();
  /** Whether batches have the pointer's path: the server's terms ask for it. */
  sendsPath = false;
  readonly #rules: Rules;
  readonly #entropy: Entropy;
  readonly #loadout: readonly UpgradeId[];
  #round: Round;
  /** Clicks handed over. */
  #sent = 0;
  /** Round time of the first click that is not, ms; Infinity while there is none. */
  #waitingMs = Number.POSITIVE_INFINITY;
  /** Up to where batches have been handed over, ms of the round. */
  #sentUntilMs = -1;
  /** In the order in which they were handed over, which is that in which the server answers. */
  #unanswered: SentBatch[] = [];
  #generation = 0;

  constructor(rules: Rules, entropy: Entropy, loadout: readonly UpgradeId[] = NO_UPGRADES) {
    this.#rules = rules;
    this.#entropy = entropy;
    this.#loadout = loadout;
    this.#round = makeRound(rules, entropy, true, loadout);
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
    return this.#takeOldPath(serverMs) ?? this.#takeClicks(nextMs, serverMs) ?? this.#takePath(nextMs, serverMs);
  }

  /**
   * A batch of the part of the path that would be too old for the next batch, which the server refuses: the pointer's events of a long frame have
   * their own times, and come after it all at once.
   */
  #takeOldPath(serverMs: number): InputBatch | null {
    const untilMs = this.#pathEndMs;
    return untilMs < Math.min(this.#waitingMs, this.#round.timeMs, serverMs) ? this.#takePathUntil(untilMs) : null;
  }

  /** The latest end of a batch that has the whole waiting path, ms of the round; Infinity when none waits. */
  get #pathEndMs(): number {
    return this.sendsPath ? this.path.waitingMs + BATCH_MS - 1 : Number.POSITIVE_INFINITY;
  }

  #takeClicks(nextMs: number, serverMs: number): InputBatch | null {
    const isFull = this.#round.inputCount - this.#sent >= MAX_BATCH_INPUTS;
    const isDue = isFull || nextMs - this.#waitingMs >= CLICKS_WAIT_MS || nextMs >= this.#rules.durationMs;
    if (!isDue || this.#waitingMs === Number.POSITIVE_INFINITY || this.#waitingMs > serverMs) return null;
    const waiting = this.#round.inputs(this.#sent);
    const firstMs = waiting[0] ?? 0;
    // The path before the clicks may be older than they are.
    const endMs = Math.max(firstMs, Math.min(firstMs + BATCH_MS - 1, this.#pathEndMs));
    let words = 0;
    while (
      words < waiting.length &&
      words < MAX_BATCH_INPUTS * CLICK_WORDS &&
      (waiting[words] ?? 0) <= Math.min(endMs, serverMs)
    )
      words += CLICK_WORDS;
    const inputs = waiting.slice(0, words);
    const lastMs = inputs.at(-CLICK_WORDS) ?? firstMs;
    const latestMs = Math.min(
      endMs,
      this.#round.timeMs - 1,
      serverMs - 1,
      (waiting[words] ?? Number.POSITIVE_INFINITY) - 1,
    );
    const first = this.#sent;
    this.#sent += words / CLICK_WORDS;
    this.#waitingMs = waiting[words] ?? Number.POSITIVE_INFINITY;
    this.#sentUntilMs = this.#chooseEnd(lastMs, latestMs, waiting[words] === undefined);
    return this.#send({ first, untilMs: this.#sentUntilMs, inputs }, firstMs, this.#takePart());
  }

  /**
   * The end of a batch whose last click is at `lastMs`, ms: as late or as early as possible, but not that of a batch that is not answered yet. The server names batches
   * by their ends, and clicks are handed over again when batches before them are refused.
   */
  #chooseEnd(lastMs: number, latestMs: number, isLate: boolean): number {
    const preferredMs = isLate ? Math.max(lastMs, latestMs) : lastMs;
    let untilMs = preferredMs;
    while (this.#isEndUsed(untilMs)) {
      untilMs += isLate ? -1 : 1;
      if (untilMs < lastMs || untilMs > latestMs) return preferredMs;
    }
    return untilMs;
  }

  /** Whether a batch that is not answered yet ends at a time, ms of the round. */
  #isEndUsed(endMs: number): boolean {
    return this.#unanswered.some(({ untilMs }) => untilMs === endMs);
  }

  /**
   * A batch of the pointer's path alone. The path waits for as long as a batch may span, because each batch costs both sides more than its samples do. A frame comes at the
   * end of that time, so the batch ends earlier and has all of the path.
   */
  #takePath(nextMs: number, serverMs: number): InputBatch | null {
    // Clicks that wait are handed over soon, and the path with them.
    if (!this.sendsPath || this.#waitingMs !== Number.POSITIVE_INFINITY) return null;
    if (nextMs - this.path.waitingMs < BATCH_MS && nextMs < this.#rules.durationMs) return null;
    return this.#takePathUntil(Math.min(this.#round.timeMs - 1, serverMs - 1));
  }

  /** A batch without clicks; null when it would have no path, or is over already. */
  #takePathUntil(untilMs: number): InputBatch | null {
    if (untilMs <= this.#sentUntilMs || this.#isEndUsed(untilMs)) return null;
    const before = this.#sentUntilMs;
    this.#sentUntilMs = untilMs;
    const part = this.#takePart();
    if (part === null) {
      this.#sentUntilMs = before;
      return null;
    }
    return this.#send({ first: this.#sent, untilMs, inputs: NO_CLICKS }, untilMs, part);
  }

  /** The part of the path for a batch that ends at `#sentUntilMs`. */
  #takePart(): PathChunk | null {
    return this.sendsPath ? this.path.takePart(this.#sentUntilMs, this.#sentUntilMs - BATCH_MS) : null;
  }

  #send(batch: InputBatch, firstMs: number, path: PathChunk | null): InputBatch {
    const { first, untilMs } = batch;
    this.#unanswered.push({ first, firstMs, untilMs, generation: this.#generation });
    return path === null ? batch : { ...batch, path };
  }

  /** The connection is lost: batches that are not answered yet will not arrive. */
  forgetUnanswered(): void {
    this.#unanswered = [];
    this.path.restart();
  }

  /** The server has stored the batch that ends at `untilMs`. */
  noteAccepted(untilMs: number): void {
    this.#answer(untilMs);
  }

  /**
   * The server refused a batch: the first `count` clicks are accepted. Later clicks are handed over again if they are not older than `keptFromMs`.
   * Clicks of the batch itself are lost, unless it was refused only because it starts at another count. Returns how many were lost.
   */
  refuse({ reason, untilMs, count }: Pick<RefusedFrame, 'reason' | 'untilMs' | 'count'>, keptFromMs: number): number {
    // After a refusal the server also refuses what was already on its way. All of that is handed over again by then.
    const isCurrent = this.#unanswered.some(
      (batch) => batch.untilMs === untilMs && batch.generation === this.#generation,
    );
    const refused = this.#answer(untilMs);
    if (refused === undefined || !isCurrent) return 0;
    const isMisplaced = reason === 'order' && refused.first !== count && count <= this.#round.inputCount;
    const lostUntilMs = isMisplaced ? -1 : reason === 'over' ? this.#sentUntilMs : untilMs;
    const taken = this.#round.inputs().subarray(0, count * CLICK_WORDS);
    return this.#continue(taken, keptFromMs, lostUntilMs);
  }

  /**
   * Holds the round against all clicks that the server has taken. The player's later ones stay if they are not older than `keptFromMs`,
   * and are handed over again. Returns how many were lost.
   */
  correct(taken: Int32Array, keptFromMs: number): number {
    return this.#continue(taken, keptFromMs, -1);
  }

  /** Removes the first batch that ends at `untilMs` and all before it, which are answered too, and returns it. */
  #answer(untilMs: number): SentBatch | undefined {
    const at = this.#unanswered.findIndex((batch) => batch.untilMs === untilMs);
    return this.#unanswered.splice(0, at + 1).at(-1);
  }

  /**
   * Continues from the accepted clicks and the player's later ones, of which those up to `lostUntilMs` and those before `keptFromMs` are lost. A batch
   * on its way that starts where the accepted clicks end may still be accepted, so its clicks stay, however old they are. Returns how many were lost.
   */
  #continue(taken: Int32Array, keptFromMs: number, lostUntilMs: number): number {
    this.#generation++;
    this.path.restart();
    const count = taken.length / CLICK_WORDS;
    const next = this.#unanswered.find(({ first }) => first === count);
    const fromMs = Math.max(Math.min(keptFromMs, next?.firstMs ?? Number.POSITIVE_INFINITY), lostUntilMs + 1);
    const waitFromMs = Math.max(fromMs, (taken.at(-CLICK_WORDS) ?? -1) + 1);
    let waiting = this.#round.inputs();
    while (waiting.length > 0 && (waiting[0] ?? 0) < waitFromMs) waiting = waiting.subarray(CLICK_WORDS);
    return this.#replayWith(taken, waiting);
  }

  /** Continues from the accepted and the pending clicks. Where those differ from what was played, the round is played again to the same time. */
  #replayWith(taken: Int32Array, waiting: Int32Array): number {
    const own = this.#round.inputs();
    const inputs = Int32Array.from([...taken, ...waiting]);
    this.#sent = taken.length / CLICK_WORDS;
    this.#waitingMs = waiting[0] ?? Number.POSITIVE_INFINITY;
    if (inputs.length === own.length && inputs.every((word, at) => word === own[at])) return 0;
    const { timeMs } = this.#round;
    this.#round = makeRound(this.#rules, this.#entropy, true, this.#loadout);
    this.#round.playInputs(inputs, this.#rules.durationMs);
    this.#round.advanceTo(Math.max(timeMs, this.#round.timeMs));
    dropEvents(this.#round);
    return Math.max(0, (own.length - inputs.length) / CLICK_WORDS);
  }
}
