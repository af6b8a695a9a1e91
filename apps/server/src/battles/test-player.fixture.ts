import { createHash } from 'node:crypto';
import { arena, blockEntropy, createRound, crossChain, type Round, type UpgradeId } from '@popfray/engine';
import { BOT_SKILLS, createBot, type Bot } from '@popfray/engine/bot';
import {
  BATCH_MS,
  BATTLE_MS,
  decodeClientFrame,
  decodeServerFrame,
  encodeInputs,
  isNextReveal,
  makeBlock,
  parseHex,
  type BattleOver,
  type BattleState,
  type BattleTerms,
  type Refusal,
  type RefusedFrame,
  type ScoresFrame,
} from '@popfray/protocol/battle';
import { gameSocketOut, type GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/context.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { touchAll } from '../testing/contacts.ts';
import { required } from '../testing/required.fixture.ts';
import type { Connection } from '../platform/sockets/connection.ts';
import type { BattleConnection, Battles } from './battle-connection.ts';

/** A seed of a test's player, hex. */
export const seedOf = (name: string): string => createHash('sha256').update(`seed ${name}`).digest('hex');

/** Sends its clicks at most so long after the first of them, ms. */
const FLUSH_MS = 150;

/** Decodes a frame as the game socket does, and passes inputs on. */
export function handleFrame(
  connection: BattleConnection,
  bytes: Uint8Array,
): 'accepted' | 'ignored' | 'malformed' | Refusal {
  const frame = decodeClientFrame(bytes);
  return frame?.type === 'inputs' ? connection.handleInputs(frame) : 'malformed';
}

/** A test player that works like a front end: it plays a separate round from the server's messages, checks every reveal and sends its clicks, with contacts of touch where the server asks for a path. */
export class TestPlayer implements Connection {
  readonly userId: string;
  readonly sessionId: string;
  readonly words: GameSocketOut[] = [];
  /** Every frame and every text, with the time at which it was sent. */
  readonly sent: { readonly atMs: number; readonly data: Uint8Array | string }[] = [];
  readonly refusals: RefusedFrame[] = [];
  /** Clicks that the server has acknowledged. */
  acknowledged = 0;
  /** Clicks of each player as they were told, by place. */
  readonly told = new Map<number, number[]>();
  closed: { readonly code: number; readonly reason: string } | null = null;
  battleConnection: BattleConnection | null = null;
  round: Round | null = null;
  terms: BattleTerms | null = null;
  state: BattleState | null = null;
  over: BattleOver | null = null;
  scores: ScoresFrame | null = null;
  /** The bot that makes the player's clicks; null when only the test clicks. */
  bot: Bot | null;
  /** How long a frame that is sent now is on its way at least, ms; none overtakes another. */
  delayMs = (): number => 0;
  #battles: Battles;
  readonly #context: Context;
  #blocks = blockEntropy();
  #seeds: (Uint8Array | null)[] = [];
  #before: Uint8Array | null = null;
  #handedIn = 0;
  /** The clicks of the round before a reconnection. */
  #made: Int32Array = new Int32Array(0);
  #flushAt = Infinity;
  readonly #onTheWay: { readonly arrivesAt: number; readonly frame: Uint8Array }[] = [];
  /** What was sent up to here is refused, or will be, ms. */
  #givenUpMs = -1;
  #sentMs = -1;

  constructor(context: Context, battles: Battles, sessionId: string, userId: string, skill?: keyof typeof BOT_SKILLS) {
    this.#context = context;
    this.#battles = battles;
    this.sessionId = sessionId;
    this.userId = userId;
    this.bot = skill === undefined ? null : createBot({ skill: BOT_SKILLS[skill], seed: userId });
  }

  get isOpen(): boolean {
    return this.closed === null;
  }

  get token(): string {
    return makeSeatToken(this.#context, this.sessionId, this.userId);
  }

  /** The open connection to the battle. */
  get openConnection(): BattleConnection {
    return required(this.battleConnection);
  }

  /** The player's own round, once the seeds are taken. */
  get field(): Round {
    return required(this.round);
  }

  /** Connects for the first time, or again, to another server perhaps. Throws when that is refused. */
  async connect(battles = this.#battles): Promise<this> {
    if (battles !== this.#battles) this.closed = null;
    this.#battles = battles;
    this.#before = null;
    this.#blocks = blockEntropy();
    const connected = await this.#battles.connect(this.sessionId, this.userId, this.token, this);
    if (!connected.ok) throw new Error(connected.error);
    this.battleConnection = connected.value;
    return this;
  }

  giveSeed(seed = seedOf(this.userId)): this {
    const given = this.openConnection.setSeed(seed);
    if (!given.ok) throw new Error(given.error);
    return this;
  }

  /** The connection is lost: nothing is heard or sent any more. */
  drop(): void {
    this.battleConnection?.disconnect();
    this.battleConnection = null;
    this.#onTheWay.length = 0;
  }

  /** Plays up to now, and sends what was clicked. */
  play(): void {
    this.#deliver();
    const { round, terms, battleConnection } = this;
    if (round === null || terms === null || battleConnection === null) return;
    const elapsedMs = Math.min(Math.floor(this.#context.now() - terms.startsAt), BATTLE_MS);
    if (elapsedMs < 0 || round.phase === 'over' || this.over !== null) return;
    // What was missed is not clicked at afterwards.
    if (elapsedMs - round.timeMs > FLUSH_MS) round.advanceTo(elapsedMs);
    if (elapsedMs < round.timeMs) {
      if (elapsedMs >= this.#flushAt) this.flush(elapsedMs);
      return;
    }
    if (this.bot === null) round.advanceTo(Math.max(elapsedMs, round.timeMs));
    else this.bot.advanceTo(round, elapsedMs);
    if (round.inputCount > this.#handedIn) this.#flushAt = Math.min(this.#flushAt, elapsedMs + FLUSH_MS);
    if (elapsedMs >= Math.min(this.#flushAt, BATTLE_MS)) this.flush(elapsedMs);
  }

  /** Sends the clicks that were not sent yet and are not from the future, in as many batches as their times need. */
  flush(untilMs: number): void {
    this.#flushAt = Infinity;
    for (;;) {
      const waiting = this.field.inputs(this.#handedIn);
      const firstMs = waiting[0] ?? Infinity;
      if (firstMs > untilMs) return;
      let words = 0;
      while ((waiting[words] ?? Infinity) < Math.min(firstMs + BATCH_MS, untilMs + 1)) words += 3;
      const isLast = (waiting[words] ?? Infinity) > untilMs && untilMs - firstMs < BATCH_MS;
      this.#send(isLast ? untilMs : (waiting[words - 3] ?? 0), waiting.slice(0, words));
    }
  }

  #send(untilMs: number, inputs: Int32Array): void {
    const last = this.#onTheWay.at(-1)?.arrivesAt ?? 0;
    const arrivesAt = Math.max(last, this.#context.now() + this.delayMs());
    const path = this.terms?.acceptsPath === true ? touchAll(inputs, untilMs) : null;
    const batch = { first: this.#handedIn, untilMs, inputs, ...(path !== null && { path }) };
    this.#onTheWay.push({ arrivesAt, frame: encodeInputs(batch) });
    this.#handedIn += inputs.length / 3;
    this.#sentMs = untilMs;
    this.#deliver();
  }

  /** Hands in what has arrived by now. */
  #deliver(): void {
    while ((this.#onTheWay[0]?.arrivesAt ?? Infinity) <= this.#context.now())
      handleFrame(this.openConnection, required(this.#onTheWay.shift()).frame);
  }

  send(data: Uint8Array | string): void {
    this.sent.push({ atMs: this.#context.now(), data });
    if (typeof data === 'string') this.#onMessage(gameSocketOut.parse(JSON.parse(data)));
    else this.#onFrame(data);
  }

  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  #onMessage(word: GameSocketOut): void {
    this.words.push(word);
    if (word.type === 'battle_terms') this.terms = word;
    if (word.type === 'battle_seeds') {
      this.#seeds = word.seeds.map((seed) => (seed === null ? null : parseHex(seed)));
      this.#before = parseHex(required(this.terms).commitment);
      this.#beginRound();
    }
    if (word.type === 'battle_over') this.over = word;
    if (word.type === 'battle_state') this.#onState(word, required(this.terms));
  }

  #onState(state: BattleState, { players, place: own }: BattleTerms): void {
    this.state = state;
    for (const [second, reveal] of state.reveals.entries()) this.#onReveal(second, required(parseHex(reveal)));
    const made = this.#made;
    for (const [at, { place }] of players.entries()) {
      const inputs = required(state.inputs[at]);
      this.told.set(place, [...inputs]);
      if (place !== own) continue;
      this.#handedIn = inputs.length / 3;
      // After an outage the server takes what it has not stored before.
      const rest = state.acceptsFromMs === undefined ? [] : made.subarray(inputs.length);
      this.field.playInputs(Int32Array.from([...inputs, ...rest]), BATTLE_MS);
      if (rest.length > 0) this.#flushAt = 0;
    }
  }

  #onFrame(bytes: Uint8Array): void {
    const frame = decodeServerFrame(bytes);
    if (frame === null) throw new Error('a frame that is none');
    if (frame.type === 'reveal') this.#onReveal(frame.second, frame.reveal);
    if (frame.type === 'refused') this.#onRefusal(frame);
    if (frame.type === 'accepted') this.acknowledged = frame.count;
    if (frame.type !== 'scores') return;
    this.scores = frame;
    for (const { place, first, inputs } of frame.players) {
      const known = this.told.get(place) ?? [];
      if (first * 3 > known.length) throw new Error(`clicks of ${place} are missing`);
      known.push(...inputs.subarray(known.length - first * 3));
      this.told.set(place, known);
    }
  }

  /** Continues from the accepted clicks. The server also refuses later batches that build on a refused one; those refusals are ignored. */
  #onRefusal(refusal: RefusedFrame): void {
    this.refusals.push(refusal);
    if (refusal.untilMs <= this.#givenUpMs) return;
    const { timeMs } = this.field;
    const stands = this.field.inputs().subarray(0, refusal.count * 3);
    this.#beginRound();
    this.field.playInputs(stands, BATTLE_MS);
    this.field.advanceTo(timeMs);
    this.#handedIn = refusal.count;
    this.#givenUpMs = this.#sentMs;
  }

  #onReveal(second: number, reveal: Uint8Array): void {
    if (this.#before === null || !isNextReveal(this.#before, reveal))
      throw new Error(`reveal ${second} is not the next`);
    this.#before = reveal;
    this.#blocks.reveal(second, makeBlock(this.sessionId, second, reveal, this.#seeds));
  }

  #beginRound(): void {
    const rules = this.terms?.rulesId === 'arena' ? arena : crossChain;
    const loadout = (this.terms?.loadout ?? []) as UpgradeId[];
    const made = createRound({ rules, entropy: this.#blocks, loadout, events: false });
    if (!made.ok) throw new Error(made.error.code);
    this.#made = this.round?.inputs() ?? new Int32Array(0);
    this.round = made.value;
    this.#handedIn = 0;
  }
}

/** How well a test's player plays. */
export type Skill = keyof typeof BOT_SKILLS;
