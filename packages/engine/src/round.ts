import type { Bubble } from './bubble.ts';
import { isSeed, type Entropy } from './entropy.ts';
import { EventQueue } from './event-queue.ts';
import type { RoundEvent } from './event.ts';
import { click } from './click.ts';
import { INPUT_WORDS, InputLog } from './input-log.ts';
import { topmostAt, xOf, yOf } from './motion.ts';
import { planRound, type Play } from './plan.ts';
import { err, ok, type Result } from './result.ts';
import { parseRules, type Rules, type RulesError } from './rules.ts';
import { endRound, runTo } from './schedule.ts';
import { makeSnapshot, restoreSnapshot, type SnapshotError } from './snapshot.ts';
import * as state from './state.ts';
import { MS_PER_SECOND, SUB_PER_PX, SUB_PER_QUARTER_PX } from './units.ts';
import { foldEffects, UPGRADES, type Effects, type LoadoutError, type UpgradeId } from './upgrades.ts';

/** What a round is made of. */
export interface RoundOptions {
  readonly rules: Rules;
  readonly entropy: Entropy;
  /** Upgrades in force. Default: none. */
  readonly loadout?: readonly UpgradeId[];
  /** Whether `pause` works: practice only, paid rounds never pause. Default: true. */
  readonly pausable?: boolean;
  /** Whether events are queued for `takeEvents`. Default: true; servers and verifiers save the work. */
  readonly events?: boolean;
  /** Whether accepted clicks are kept for `inputs` and `recordReplay`. Default: true; verifiers have them already. */
  readonly log?: boolean;
}

/** Why a round cannot be made. */
export type RoundError = RulesError | { readonly code: LoadoutError | 'ERR_SEED_INVALID' };

/** Where `advanceTo` got to, or why it did not move. `stalled`: as far as entropy is known. */
export type Advance = 'ok' | 'stalled' | 'paused' | 'over' | 'ERR_TIME_NOT_INTEGER' | 'ERR_TIME_BACKWARDS';

/** What a click did, or why it was refused. A refused or debounced click leaves no trace. */
export type PopOutcome =
  | 'pop'
  | 'hit'
  | 'miss'
  | 'debounced'
  | 'ERR_POP_NOT_FINITE'
  | 'ERR_POP_OUTSIDE'
  | 'ERR_ROUND_PAUSED'
  | 'ERR_ROUND_OVER'
  | 'ERR_LOG_FULL';

/** Rule sets that have passed `parseRules`; they are never checked twice. */
const validatedRules = new WeakSet<Rules>();

/**
 * Makes a round at time 0, or says what is wrong with the options. The rules are used as they are and must not change
 * while the round lives.
 */
export function createRound(options: RoundOptions): Result<Round, RoundError> {
  const { rules, entropy, loadout = [] } = options;
  if (!validatedRules.has(rules)) {
    const parsed = parseRules(rules);
    if (!parsed.ok) return parsed;
    validatedRules.add(rules);
  }
  const effects = foldEffects(loadout);
  if (!effects.ok) return err({ code: effects.error });
  if (entropy.seed !== undefined && !isSeed(entropy.seed)) return err({ code: 'ERR_SEED_INVALID' });
  if (loadout.length === 0) return ok(new Round(options, effects.value));
  const ordered = UPGRADES.filter(({ id }) => loadout.includes(id)).map(({ id }) => id);
  return ok(new Round({ ...options, loadout: ordered }, effects.value));
}

/** One play of a rule set, as a discrete-event simulation. Made by `createRound`. */
export class Round {
  readonly rules: Rules;
  readonly effects: Effects;
  readonly loadout: readonly UpgradeId[];
  readonly entropy: Entropy;
  readonly #options: RoundOptions;
  readonly #play: Play;
  readonly #words: Int32Array;
  readonly #log: InputLog | null;
  readonly #block = new Int32Array(4);
  #isStalled = false;

  /** Use `createRound`, which checks the options first. */
  constructor(options: RoundOptions, effects: Effects) {
    const { rules } = options;
    this.#options = options;
    this.rules = rules;
    this.effects = effects;
    this.loadout = options.loadout ?? [];
    this.entropy = options.entropy;
    const plan = planRound(rules, effects);
    this.#log = options.log === false ? null : new InputLog();
    this.#words = state.createState(plan.capacity);
    this.#play = { words: this.#words, plan, queue: options.events === false ? null : new EventQueue() };
    this.#words[state.HASH] = plan.identity;
    this.#words[state.NEXT_SPAWN] = rules.firstSpawnMs;
    this.#words[state.LAST_CLICK] = -rules.debounceMs;
    this.#words[state.NEXT_MILESTONE] = rules.milestonePoints > 0 ? rules.milestonePoints : state.NEVER;
  }

  /** Round time, ms. */
  get timeMs(): number {
    return this.#words[state.TIME]!;
  }
  /** ms until the end. */
  get timeLeftMs(): number {
    return this.rules.durationMs - this.timeMs;
  }
  get phase(): 'running' | 'paused' | 'over' {
    const phase = this.#words[state.PHASE];
    return phase === state.RUNNING ? 'running' : phase === state.PAUSED ? 'paused' : 'over';
  }
  /** Whether the last `advanceTo` stopped early because the next second's entropy is not known yet. */
  get isStalled(): boolean {
    return this.#isStalled;
  }
  get score(): number {
    return this.#words[state.SCORE]!;
  }
  /** Consecutive pops. */
  get combo(): number {
    return this.#words[state.COMBO]!;
  }
  get bestCombo(): number {
    return this.#words[state.BEST_COMBO]!;
  }
  /** From 1. */
  get level(): number {
    return this.#words[state.LEVEL]!;
  }
  /** Bubbles popped, bosses included. */
  get popped(): number {
    return this.#words[state.POPPED]!;
  }
  /** Clicks that took health from a boss and left some. */
  get hits(): number {
    return this.#words[state.HITS]!;
  }
  get missed(): number {
    return this.#words[state.MISSED]!;
  }
  get escaped(): number {
    return this.#words[state.ESCAPED]!;
  }
  /** Clicks accepted so far. */
  get inputCount(): number {
    return this.#words[state.INPUTS]!;
  }
  /** TRX that the score so far is worth, in sun, floored once. */
  get earnedSun(): number {
    return Math.floor((this.score * this.rules.sunPerPoint * (100 + this.effects.trxBonusPct)) / 100);
  }
  /** The state hash, unsigned 32 bits: folded at each spawn, click and escape, so that a divergence shows at once. */
  get hash(): number {
    return this.#words[state.HASH]! >>> 0;
  }
  /** Bubbles alive. */
  get count(): number {
    return this.#words[state.COUNT]!;
  }

  /**
   * Fills `out` with the living bubble at a place in the drawing order, 0 (the lowest) to `count` - 1. Allocates nothing.
   * Throws a RangeError for any other place.
   */
  bubbleAt(place: number, out: Bubble): Bubble {
    const words = this.#words;
    if (place >>> 0 !== place || place >= this.count) throw new RangeError(`No bubble at place ${place}`);
    const bubble = state.bubbleOffset(words, place);
    const look = words[bubble + state.LOOK]!;
    out.id = words[bubble + state.ID]!;
    out.xPx = xOf(words, this.#play.plan, bubble) / SUB_PER_PX;
    out.yPx = yOf(words, this.#play.plan, bubble) / SUB_PER_PX;
    out.radiusPx = words[bubble + state.RADIUS]!;
    out.colour = look & state.LOOK_COLOUR;
    out.isBoss = (look & state.LOOK_BOSS) !== 0;
    out.isForeign = (look & state.LOOK_FOREIGN) !== 0;
    out.health = words[bubble + state.HEALTH]!;
    out.fullHealth = words[bubble + state.FULL_HEALTH]!;
    out.points = words[bubble + state.POINTS]!;
    out.bornMs = words[bubble + state.BORN]!;
    return out;
  }

  /** Place of the topmost bubble under a point of the field in px, or -1. */
  topmostAt(xPx: number, yPx: number): number {
    if (!this.#isInField(xPx, yPx)) return -1;
    return topmostAt(
      this.#words,
      this.#play.plan,
      quarters(xPx) * SUB_PER_QUARTER_PX,
      quarters(yPx) * SUB_PER_QUARTER_PX,
    );
  }

  /**
   * Moves round time on to `ms`, a whole number not below `timeMs`; times past the end end the round. The result never
   * depends on the steps taken to get there.
   */
  advanceTo(ms: number): Advance {
    const words = this.#words;
    if (!Number.isInteger(ms)) return 'ERR_TIME_NOT_INTEGER';
    if (ms < words[state.TIME]!) return 'ERR_TIME_BACKWARDS';
    this.#isStalled = false;
    if (words[state.PHASE] !== state.RUNNING) return this.phase === 'paused' ? 'paused' : 'over';
    if (ms < words[state.HORIZON]!) {
      words[state.TIME] = ms;
      return 'ok';
    }
    const last = Math.min(ms, this.rules.durationMs - 1);
    for (;;) {
      const secondEnd = (words[state.SECOND]! + 1) * MS_PER_SECOND - 1;
      if (secondEnd >= 0) runTo(this.#play, Math.min(last, secondEnd));
      if (last <= secondEnd) break;
      if (!this.#enterSecond(words[state.SECOND]! + 1)) {
        this.#isStalled = true;
        return 'stalled';
      }
    }
    if (ms < this.rules.durationMs) return 'ok';
    endRound(this.#play);
    return 'over';
  }

  /**
   * A click at a point of the field in px (0 to width, 0 to height), judged at `timeMs`: at what the last frame showed.
   * It is rounded to quarter pixels first, as the input log keeps it.
   */
  pop(xPx: number, yPx: number): PopOutcome {
    if (!Number.isFinite(xPx) || !Number.isFinite(yPx)) return 'ERR_POP_NOT_FINITE';
    if (!this.#isInField(xPx, yPx)) return 'ERR_POP_OUTSIDE';
    return this.#click(quarters(xPx), quarters(yPx));
  }

  /**
   * Plays the clicks of an input log that `decodeReplay` or `inputs` returned, each at its time: from the one numbered
   * `inputCount` on, as long as they are not later than `untilMs`.
   */
  playInputs(inputs: Int32Array, untilMs: number): void {
    for (let at = this.inputCount * INPUT_WORDS; at < inputs.length && inputs[at]! <= untilMs; at += INPUT_WORDS) {
      this.advanceTo(inputs[at]!);
      this.#click(inputs[at + 1]!, inputs[at + 2]!);
    }
  }

  /** Stops round time. False, and nothing changes, unless the round is running and pausable. */
  pause(): boolean {
    if (this.#options.pausable === false || this.#words[state.PHASE] !== state.RUNNING) return false;
    this.#words[state.PHASE] = state.PAUSED;
    this.#play.queue?.push(this.#words, 'pause', -1, 0, 0, 0, 0);
    return true;
  }

  /** Resumes round time. Returns false and changes nothing unless the round is paused. */
  resume(): boolean {
    if (this.#words[state.PHASE] !== state.PAUSED) return false;
    this.#words[state.PHASE] = state.RUNNING;
    this.#play.queue?.push(this.#words, 'resume', -1, 0, 0, 0, 0);
    return true;
  }

  /** Hands each event since the last call to `visit`, in order, in objects used again and again. Returns how many. */
  takeEvents(visit: (event: RoundEvent) => void): number {
    return this.#play.queue?.take(visit) ?? 0;
  }

  /** Accepted clicks from the one numbered `from` up to a round time: time in ms, x and y in quarter pixels, three integers a click. */
  inputs(from = 0, untilMs: number = Infinity): Int32Array {
    return this.#log?.copy(from, untilMs) ?? new Int32Array(0);
  }

  /**
   * The state as bytes, in this machine's byte order: everything but the input log and the events not taken yet. Equal
   * states give equal bytes: each path is first brought to the line in force at `timeMs`.
   */
  snapshot(): Uint8Array {
    return makeSnapshot(this.#play);
  }

  /**
   * Puts the round into a snapshot of a round with the same rules and loadout; on an error nothing changes. Clicks of its
   * log after the snapshot are forgotten; clicks before it that this round never saw stay missing.
   */
  restore(snapshot: Uint8Array): Result<true, SnapshotError> {
    const wrong = restoreSnapshot(this.#play, snapshot);
    if (wrong !== null) return err(wrong);
    if (this.#options.pausable === false && this.phase === 'paused') this.#words[state.PHASE] = state.RUNNING;
    this.#log?.truncate(this.inputCount);
    this.#play.queue?.clear();
    this.#isStalled = false;
    return ok(true);
  }

  /** An independent round in the same state, with the same input log. */
  clone(): Round {
    const twin = new Round(this.#options, this.effects);
    twin.#words.set(this.#words);
    twin.#isStalled = this.#isStalled;
    if (this.#log !== null) twin.#log?.append(this.#log);
    return twin;
  }

  #click(xQuarter: number, yQuarter: number): PopOutcome {
    const words = this.#words;
    if (words[state.PHASE] !== state.RUNNING) return this.phase === 'paused' ? 'ERR_ROUND_PAUSED' : 'ERR_ROUND_OVER';
    const time = words[state.TIME]!;
    if (time - words[state.LAST_CLICK]! < this.rules.debounceMs) return 'debounced';
    if (words[state.INPUTS]! >= this.rules.maxInputs) return 'ERR_LOG_FULL';
    words[state.LAST_CLICK] = time;
    words[state.INPUTS] = words[state.INPUTS]! + 1;
    this.#log?.push(time, xQuarter, yQuarter);
    return click(this.#play, xQuarter, yQuarter);
  }

  #enterSecond(second: number): boolean {
    if (!this.entropy.block(second, this.#block)) return false;
    for (let word = 0; word < 4; word++) this.#words[state.BLOCK + word] = this.#block[word]!;
    this.#words[state.SECOND] = second;
    this.#words[state.SEEDED] = 0;
    return true;
  }

  #isInField(xPx: number, yPx: number): boolean {
    return xPx >= 0 && yPx >= 0 && xPx <= this.rules.field.widthPx && yPx <= this.rules.field.heightPx;
  }
}

const quarters = (px: number): number => Math.floor(px * 4 + 0.5);
