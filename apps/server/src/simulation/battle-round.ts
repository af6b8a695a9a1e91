import { arena, blockEntropy, createRound, crossChain, type Round, type UpgradeId } from '@popfray/engine';
import { BOT_SKILLS, createBot, type Bot } from '@popfray/engine/bot';
import {
  type AcceptedFrame,
  BATCH_MS,
  BATTLE_MS,
  isNextReveal,
  makeBlock,
  parseHex,
  PathRecorder,
  type BattleState,
  type BattleTerms,
  GRACE_MS,
  MAX_BATCH_INPUTS,
  type InputBatch,
  type RefusedFrame,
  type RevealFrame,
} from '@popfray/protocol/battle';

/** Words of a click: ms of the round, x and y in quarter pixels. */
const CLICK_WORDS = 3;

/** Quarter pixels of a pixel. */
const QUARTERS = 4;

/** Radius of a finger's contact, px. */
const CONTACT_PX = 12;

/** How far a page's round is behind the server's clock, ms: messages take a while. */
const BEHIND_MS = 30;

/** A batch that the server has not answered. */
interface SentBatch {
  /** Clicks before its first one, and the time of that one, ms of the round. */
  readonly first: number;
  readonly firstMs: number;
  readonly untilMs: number;
  /** Clicks up to its end. */
  readonly end: number;
  /** How often the clicks had been replaced when it was sent. */
  readonly generation: number;
}

/** How a player plays a battle. */
interface BattleStyle {
  readonly seed: string;
  readonly skill: keyof typeof BOT_SKILLS;
  /** Whether the page sends where its player has touched. */
  readonly sendsPath: boolean;
}

/**
 * A battle as a player's page sees it: terms, reveals, and the player's round, in which a bot clicks as a person does. It checks what the
 * server sends: the reveals are those of the commitment, which never changes.
 */
export class BattleRound {
  readonly sessionId: string;
  terms: BattleTerms | null = null;
  /** Clicks that the server has acknowledged, three integers each. They are never lost. */
  acknowledged = new Int32Array(0);
  /** Clicks that were sent. */
  #sent = 0;
  /** In the order in which they were sent, which is that in which the server answers. */
  #unanswered: SentBatch[] = [];
  /** How often the clicks were replaced. */
  #generation = 0;
  /** Where the player has touched; null for a page that sends no path. */
  readonly #path: PathRecorder | null;
  readonly #report: (finding: string) => void;
  readonly #bot: Bot;
  readonly #entropy = blockEntropy();
  #round: Round | null = null;
  #seeds: readonly (Uint8Array | null)[] | null = null;
  #lastReveal: Uint8Array | null = null;
  #revealed = 0;

  /** `report` receives what a server must never do. */
  constructor(sessionId: string, { seed, skill, sendsPath }: BattleStyle, report: (finding: string) => void) {
    this.sessionId = sessionId;
    this.#report = report;
    this.#bot = createBot({ skill: BOT_SKILLS[skill], seed });
    this.#path = sendsPath ? new PathRecorder() : null;
  }

  /** Clicks of the round, those that the server has not taken included. */
  get clicks(): Int32Array {
    return this.#round?.inputs() ?? new Int32Array(0);
  }

  /** Whether the seeds are known, from which the randomness follows. */
  get hasSeeds(): boolean {
    return this.#seeds !== null;
  }

  /** Whether bubbles are seen, so that the player clicks. */
  get isRunning(): boolean {
    return this.#round?.phase === 'running' && this.#revealed > 0;
  }

  handleTerms(terms: BattleTerms): void {
    if (this.terms !== null && this.terms.commitment !== terms.commitment)
      this.#report(`battle ${this.sessionId} has changed its commitment`);
    this.terms = terms;
    this.#round ??= makeRound(terms, this.#entropy);
    // What was sent on a connection before may be lost.
    this.#path?.restart();
  }

  handleSeeds(seeds: readonly (string | null)[]): void {
    this.#seeds ??= seeds.map((seed) => (seed === null ? null : parseHex(seed)));
  }

  handleReveal({ second, reveal }: Pick<RevealFrame, 'second' | 'reveal'>): void {
    const { terms } = this;
    if (terms === null || this.#seeds === null || second !== this.#revealed) return;
    const before = this.#lastReveal ?? parseHex(terms.commitment);
    if (before === null || !isNextReveal(before, reveal))
      this.#report(`battle ${this.sessionId} reveals another second ${second} than it has promised`);
    this.#lastReveal = reveal;
    this.#revealed++;
    this.#entropy.reveal(second, makeBlock(this.sessionId, second, reveal, this.#seeds));
  }

  /** The server's state after a reconnection. Clicks that the server does not have are sent again while it accepts them. */
  handleState(state: BattleState): void {
    for (const [second, reveal] of state.reveals.entries())
      this.handleReveal({ second, reveal: parseHex(reveal) ?? new Uint8Array() });
    const place = this.terms?.players.findIndex((player) => player.place === this.terms?.place) ?? 0;
    const taken = Int32Array.from(state.inputs[place] ?? []);
    this.#checkAcknowledged(taken);
    const lateMs = state.serverMs - (this.terms?.startsAt ?? 0) - GRACE_MS;
    // A batch on its way that starts where the accepted clicks end may still be accepted, so its clicks stay, however old they are.
    const next = this.#unanswered.find(({ first }) => first === taken.length / CLICK_WORDS);
    const keptFromMs = Math.min(state.acceptsFromMs ?? lateMs, next?.firstMs ?? Number.POSITIVE_INFINITY);
    const fromMs = Math.max(keptFromMs, (taken.at(-CLICK_WORDS) ?? -1) + 1);
    let kept = this.clicks.slice(taken.length);
    while (kept.length > 0 && (kept[0] ?? 0) < fromMs) kept = kept.slice(CLICK_WORDS);
    this.#replaceClicks(Int32Array.from([...taken, ...kept]), taken.length / CLICK_WORDS);
  }

  /** The connection is lost: batches that are not answered yet will not be. */
  forgetUnanswered(): void {
    this.#unanswered = [];
  }

  /** A batch was refused. Refusals of batches that were sent before the clicks were replaced mean nothing. */
  handleRefused({ count, untilMs }: RefusedFrame): void {
    const batch = this.#answer(untilMs);
    // The server has a batch already that was sent twice.
    if (batch?.generation !== this.#generation || count >= batch.end) return;
    if (count * CLICK_WORDS < this.acknowledged.length)
      this.#report(`battle ${this.sessionId} has forgotten acknowledged clicks: it has ${count}`);
    this.#replaceClicks(this.clicks.slice(0, count * CLICK_WORDS), count);
  }

  /** The server has stored the first clicks. */
  handleAccepted({ count, untilMs }: AcceptedFrame): void {
    this.#answer(untilMs);
    if (count * CLICK_WORDS > this.acknowledged.length) this.acknowledged = this.clicks.slice(0, count * CLICK_WORDS);
  }

  /** Plays on to the time of the server's clock. Returns the batches of clicks to send. */
  play(nowMs: number): InputBatch[] {
    const round = this.#round;
    if (round === null || this.terms === null) return [];
    const elapsedMs = Math.floor(nowMs - this.terms.startsAt) - BEHIND_MS;
    const timeMs = Math.min(elapsedMs, BATTLE_MS - 1, this.#revealed * 1_000 - 1);
    if (round.phase === 'running' && timeMs > round.timeMs) {
      // A page that was away has not seen the bubbles meanwhile, so its player has not clicked.
      if (timeMs - round.timeMs >= BATCH_MS) round.advanceTo(timeMs - BATCH_MS + 1);
      const before = round.inputCount;
      this.#bot.advanceTo(round, timeMs);
      this.#recordTouches(round.inputs(before));
    }
    const batches: InputBatch[] = [];
    for (let batch = this.#takeBatch(elapsedMs); batch !== null; batch = this.#takeBatch(elapsedMs))
      batches.push(batch);
    return batches;
  }

  /** The next batch of clicks up to a time of the round, ms; null without one. */
  #takeBatch(untilMs: number): InputBatch | null {
    const unsent = this.#round?.inputs(this.#sent) ?? new Int32Array(0);
    const firstMs = unsent[0] ?? Number.POSITIVE_INFINITY;
    let words = 0;
    while (
      words < Math.min(unsent.length, MAX_BATCH_INPUTS * CLICK_WORDS) &&
      (unsent[words] ?? 0) - firstMs < BATCH_MS &&
      (unsent[words] ?? 0) <= untilMs
    )
      words += CLICK_WORDS;
    if (words === 0) return null;
    const inputs = unsent.slice(0, words);
    const lastMs = inputs.at(-CLICK_WORDS) ?? 0;
    const path = this.terms?.acceptsPath === true ? (this.#path?.takePart(lastMs, lastMs - BATCH_MS) ?? null) : null;
    const batch = { first: this.#sent, untilMs: lastMs, inputs, ...(path !== null && { path }) };
    this.#sent += words / CLICK_WORDS;
    this.#unanswered.push({
      first: batch.first,
      firstMs: inputs[0] ?? lastMs,
      untilMs: batch.untilMs,
      end: this.#sent,
      generation: this.#generation,
    });
    return batch;
  }

  /** Removes the first batch that ends at `untilMs` and all before it, which are answered too, and returns it. */
  #answer(untilMs: number): SentBatch | undefined {
    const at = this.#unanswered.findIndex((batch) => batch.untilMs === untilMs);
    return this.#unanswered.splice(0, at + 1).at(-1);
  }

  #recordTouches(clicks: Int32Array): void {
    for (let at = 0; at < clicks.length; at += CLICK_WORDS) {
      const [timeMs = 0, x = 0, y = 0] = clicks.subarray(at, at + CLICK_WORDS);
      const place = { timeMs, xPx: x / QUARTERS, yPx: y / QUARTERS, device: 'touch', radiusPx: CONTACT_PX } as const;
      this.#path?.add({ ...place, isPress: true });
    }
  }

  #checkAcknowledged(taken: Int32Array): void {
    const [has, had] = [taken.length / CLICK_WORDS, this.acknowledged.length / CLICK_WORDS];
    if (has < had) this.#report(`battle ${this.sessionId} has lost acknowledged clicks: it has ${has} of ${had}`);
  }

  /** Plays the round again with other clicks, of which the first `sent` need not be sent. */
  #replaceClicks(clicks: Int32Array, sent: number): void {
    const old = this.#round;
    if (old === null || this.terms === null) return;
    this.#generation++;
    this.#sent = sent;
    this.#path?.restart();
    const round = makeRound(this.terms, this.#entropy);
    round.playInputs(clicks, BATTLE_MS);
    const knownMs = this.#revealed * 1_000 - 1;
    if (Math.min(old.timeMs, knownMs) > round.timeMs) round.advanceTo(Math.min(old.timeMs, knownMs));
    this.#round = round;
  }
}

function makeRound({ rulesId, loadout }: BattleTerms, entropy: ReturnType<typeof blockEntropy>): Round {
  const rules = rulesId === arena.id ? arena : crossChain;
  const made = createRound({
    rules,
    entropy,
    loadout: loadout as readonly UpgradeId[],
    pausable: false,
    events: false,
  });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}
