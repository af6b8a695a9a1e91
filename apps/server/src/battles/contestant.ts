import {
  createRound,
  encodeReplay,
  recordReplay,
  type Entropy,
  type Round,
  type RoundOptions,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot, type Bot } from '@popfray/engine/bot';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  continuePath,
  encodeAccepted,
  GRACE_MS,
  PATH_STREAM_START,
  type BattleEntry,
  type BattlePlayer,
  type InputBatch,
  type PlayerScore,
  type Refusal,
} from '@popfray/protocol/battle';
import { examinePlay } from '../conduct/index.ts';
import type { SeatRow } from '../platform/database/index.ts';
import type { PlayedRound } from '../settlement/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { BattleConnection } from './battle-connection.ts';
import { PathLog } from './path-log.ts';

/** Words of a click: ms of the round, x and y in quarter pixels. */
const CLICK_WORDS = 3;
const QUARTERS_PER_PX = 4;
const NO_SAMPLES = new Int32Array(0);
const NO_UPGRADES: readonly UpgradeId[] = [];

/**
 * After an outage: batches from `fromMs` of the round to before `untilMs` are accepted although their time is over. Players could make them with what they
 * knew before the outage.
 */
export interface ResumeWindow {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A player in a battle: a seat, and the server's round of it. */
export class Contestant {
  readonly seat: SeatRow;
  readonly round: Round;
  /** Hex: the player's part of the randomness that counts; null while, or because, there is none. */
  seed: string | null = null;
  /** Hex: the seed that the player gave. It counts when it is stored. */
  givenSeed: string | null = null;
  /** The player's connection; null while the player is away. */
  connection: Connection | null = null;
  battleConnection: BattleConnection | null = null;
  /** The entry of the last connection; null for a client that does not number its entries. */
  entry: BattleEntry | null = null;
  /** Whether it is stored that the player was there at any time, and whether it is being stored. */
  hasCome: boolean;
  isArriving = false;
  /** Whether it is stored that the player gave the battle up, and whether it is being stored. */
  hasLeft = false;
  isLeaving = false;
  readonly #bot: Bot | null;
  /** Whether the player has paid a fee, or plays a solo round, so that the play is examined. */
  readonly #isPaid: boolean;
  /** What the round is made of. */
  readonly #options: RoundOptions;
  /** Batches that are valid and not stored yet, in their order. They count in the judgement of the next batch, and nowhere else. */
  readonly #pending: InputBatch[] = [];
  /** By the batches that are valid: how many clicks, the time of the round at which the last batch ends, and the time of the last click, ms. */
  #count = 0;
  #untilMs = -1;
  #lastClickMs: number;
  /** The end of the last batch that was played, and of the last one that was acknowledged to the player, ms. */
  #playedUntilMs = -1;
  #acknowledgedUntilMs = -1;
  /** How many of the clicks were sent to the other players. */
  #broadcast = 0;
  /** The pointer's path: where it ends by the batches that are valid, and the parts of those that were played. */
  #pathStream = PATH_STREAM_START;
  readonly #path = new PathLog();
  readonly #acceptsPath: boolean;

  /** `botSeed` determines how a bot plays. `soloLoadout`: the upgrades of a solo round; null in a battle. `acceptsPath`: whether clients send a path. */
  constructor(
    seat: SeatRow,
    rules: Rules,
    entropy: Entropy,
    botSeed: string,
    soloLoadout: readonly UpgradeId[] | null = null,
    acceptsPath = true,
  ) {
    const loadout = soloLoadout ?? NO_UPGRADES;
    this.seat = seat;
    this.round = startRound({ rules, entropy, loadout, pausable: false, events: false });
    this.#options = { rules, entropy, loadout };
    this.#acceptsPath = acceptsPath;
    this.#isPaid = seat.fee_sun > 0 || soloLoadout !== null;
    this.#lastClickMs = -rules.debounceMs;
    this.#bot = seat.bot_skill === null ? null : createBot({ skill: BOT_SKILLS[seat.bot_skill], seed: botSeed });
    this.hasCome = this.isBot;
  }

  get isBot(): boolean {
    return this.#bot !== null;
  }

  /** Clicks that were valid so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether the same page has entered later than by this entry, which was held up on its way. */
  hasLaterEntry(entry: BattleEntry | undefined): boolean {
    return this.entry !== null && this.entry.page === entry?.page && this.entry.number > entry.number;
  }

  send(data: Uint8Array | string): void {
    this.connection?.send(data);
  }

  /**
   * Judges a batch that arrives at `elapsedMs` of the round. A valid one waits for `play`, and null is returned; an invalid one changes nothing,
   * and the reason is returned.
   */
  accept(batch: InputBatch, elapsedMs: number, knownMs: number, resumed: ResumeWindow | null): Refusal | null {
    const refusal = this.#judge(batch, elapsedMs, knownMs, resumed) ?? this.#acceptPath(batch);
    if (refusal === null) {
      this.#pending.push(batch);
      this.#count += batch.inputs.length / CLICK_WORDS;
      this.#untilMs = batch.untilMs;
      this.#lastClickMs = batch.inputs.at(-CLICK_WORDS) ?? this.#lastClickMs;
    }
    return refusal;
  }

  /** Appends the path of a batch whose clicks are valid to the pointer's path. */
  #acceptPath({ path, untilMs }: InputBatch): 'path' | null {
    if (path === undefined) return null;
    const continued = continuePath(this.#pathStream, path, untilMs);
    if (!continued.ok) return 'path';
    this.#pathStream = continued.value.stream;
    return null;
  }

  /** Plays the first batch that waits, which is stored now. */
  playAccepted(): void {
    const batch = this.#pending.shift();
    if (batch !== undefined) this.#play(batch);
  }

  /** Plays a batch of a journal, before anything else has happened. */
  replay(batch: InputBatch): void {
    if (this.#acceptPath(batch) !== null) throw new Error(`a journal has a path of ${this.seat.user_id} that is none`);
    this.#play(batch);
    this.#count = this.round.inputCount;
    this.#untilMs = batch.untilMs;
    this.#lastClickMs = batch.inputs.at(-CLICK_WORDS) ?? this.#lastClickMs;
    this.#acknowledgedUntilMs = batch.untilMs;
  }

  #play({ inputs, untilMs, path }: InputBatch): void {
    this.#playedUntilMs = untilMs;
    if (path !== undefined) this.#path.add(path, untilMs);
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      if (this.round.advanceTo(inputs[at] ?? 0) === 'stalled')
        throw new Error(`a click of ${this.seat.user_id} at ${inputs[at]} ms is of a second that is not known`);
      this.round.pop((inputs[at + 1] ?? 0) / QUARTERS_PER_PX, (inputs[at + 2] ?? 0) / QUARTERS_PER_PX);
    }
  }

  /** Tells the player which batches are stored by now, when there are more than the player knows of. */
  acknowledge(): void {
    if (this.#playedUntilMs === this.#acknowledgedUntilMs) return;
    this.#acknowledgedUntilMs = this.#playedUntilMs;
    this.send(encodeAccepted({ untilMs: this.#playedUntilMs, count: this.round.inputCount }));
  }

  /** A bot plays on to a time of the round that is known and past, ms. A person's clicks are played by batches. */
  playTo(ms: number): void {
    if (this.#bot !== null && ms > this.round.timeMs) this.#bot.advanceTo(this.round, ms);
  }

  /** The player's score, with the clicks up to a time of the round, ms, that were not sent to other players before. */
  scoreUpdate(untilMs: number): PlayerScore {
    const { round } = this;
    const first = this.#broadcast;
    const inputs = round.inputs(first, untilMs);
    this.#broadcast += inputs.length / CLICK_WORDS;
    return { place: this.seat.place, score: round.score, combo: round.combo, first, inputs };
  }

  /** Notes that the clicks up to a time of the round, ms, were sent to the other players, by another process. */
  markBroadcast(untilMs: number): void {
    this.#broadcast = this.round.inputs(0, untilMs).length / CLICK_WORDS;
  }

  /** The player's own valid clicks, flat, with those that are not stored yet. */
  ownClicks(): number[] {
    return [...this.round.inputs(), ...this.#pending.flatMap(({ inputs }) => [...inputs])];
  }

  /** The clicks that were sent to the other players, flat. */
  broadcastClicks(): Int32Array {
    return this.round.inputs().subarray(0, this.#broadcast * CLICK_WORDS);
  }

  /** As the others in the battle see the player. */
  show(): BattlePlayer {
    const { place, user_id, username, address, chain } = this.seat;
    return {
      place,
      userId: user_id,
      username,
      walletAddress: address,
      blockchain: chain,
      isBot: this.isBot,
      isConnected: this.isBot || this.connection !== null,
      hasSeed: this.seed !== null,
    };
  }

  /** Ends the round, whose entropy is all known, and gives what is settled by. */
  finish(): PlayedRound {
    const { round, seat } = this;
    this.playTo(BATTLE_MS);
    round.advanceTo(BATTLE_MS);
    const replay = recordReplay(round);
    if (!replay.ok) throw new Error(`the round of ${seat.user_id} has no replay: ${replay.error}`);
    const encoded = encodeReplay(replay.value);
    if (!encoded.ok) throw new Error(`the round of ${seat.user_id} has no replay: ${encoded.error.field}`);
    return {
      userId: seat.user_id,
      place: seat.place,
      chain: seat.chain,
      address: seat.address,
      username: seat.username,
      isBot: this.isBot,
      status: this.hasLeft ? 'left' : this.hasCome ? 'finished' : 'absent',
      seed: this.seed,
      replay: encoded.value,
      score: round.score,
      popped: round.popped,
      bestCombo: round.bestCombo,
      ...this.#examine(),
    };
  }

  /** The examination of the player of a paid round; null for all others. All of the round's entropy must be known. */
  #examine(): Pick<PlayedRound, 'conduct' | 'path'> {
    if (!this.#isPaid) return { conduct: null, path: null };
    const round = startRound({ ...this.#options, events: false, log: false });
    const path = this.#path.read();
    return {
      conduct: examinePlay(round, this.round.inputs(), path?.samples ?? (this.#acceptsPath ? NO_SAMPLES : null)),
      path: path?.bytes ?? null,
    };
  }

  /** What is wrong with a batch; null when nothing is. docs/battle-protocol.md has these rules in words. */
  #judge(
    { first, untilMs, inputs }: InputBatch,
    elapsedMs: number,
    knownMs: number,
    resumed: ResumeWindow | null,
  ): Refusal | null {
    const { debounceMs, field } = this.round.rules;
    if (this.hasLeft || this.isLeaving || untilMs > BATTLE_MS) return 'over';
    if (first !== this.#count || untilMs <= this.#untilMs) return 'order';
    if (untilMs > elapsedMs + AHEAD_MS || Math.min(untilMs, BATTLE_MS - 1) >= knownMs) return 'ahead';
    const isResent = resumed !== null && untilMs >= resumed.fromMs && untilMs < resumed.untilMs;
    if (elapsedMs > untilMs + GRACE_MS && !isResent) return 'late';
    let beforeMs = this.#lastClickMs;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      const clickMs = inputs[at] ?? 0;
      if (clickMs >= BATTLE_MS) return 'over';
      if (clickMs <= this.#untilMs) return 'order';
      if (clickMs > untilMs) return 'ahead';
      if (clickMs <= untilMs - BATCH_MS) return 'late';
      if (clickMs - beforeMs < debounceMs) return 'dense';
      if ((inputs[at + 1] ?? 0) > field.widthPx * QUARTERS_PER_PX) return 'outside';
      if ((inputs[at + 2] ?? 0) > field.heightPx * QUARTERS_PER_PX) return 'outside';
      beforeMs = clickMs;
    }
    return null;
  }
}

function startRound(options: RoundOptions): Round {
  const made = createRound(options);
  if (!made.ok) throw new Error(`a battle cannot be played by rules ${options.rules.id}: ${made.error.code}`);
  return made.value;
}
