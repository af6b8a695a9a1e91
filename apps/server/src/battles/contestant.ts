import { createRound, encodeReplay, recordReplay, type Entropy, type Round, type Rules } from '@popfray/engine';
import { BOT_SKILLS, createBot, type Bot } from '@popfray/engine/bot';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  GRACE_MS,
  type BattlePlayer,
  type InputBatch,
  type PlayerScore,
  type Refusal,
} from '@popfray/protocol/battle';
import type { SeatRow } from '../platform/database/index.ts';
import type { PlayedRound } from '../settlement/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { BattleConnection } from './battle-connection.ts';

/** Words of a click: ms of the round, x and y in quarter pixels. */
const CLICK_WORDS = 3;
const QUARTERS_PER_PX = 4;

const NO_CLICKS = new Int32Array(0);

/** A player in a battle: a seat, and the server's round of it. */
export class Contestant {
  readonly seat: SeatRow;
  readonly round: Round;
  /** Hex: the player's part of the randomness; null while, or because, none was given. */
  seed: string | null = null;
  /** The player's connection; null while the player is away. */
  connection: Connection | null = null;
  battleConnection: BattleConnection | null = null;
  /** Whether the player was there at any time. */
  hasCome: boolean;
  /** Whether the player gave the battle up. */
  hasLeft = false;
  readonly #bot: Bot | null;
  /** The last batch that was taken is over at this time of the round, ms. */
  #untilMs = -1;
  #lastClickMs: number;
  /** Clicks that everybody has been told. */
  #told = 0;

  /** `botSeed`: how a bot plays follows from it. */
  constructor(seat: SeatRow, rules: Rules, entropy: Entropy, botSeed: string) {
    const made = createRound({ rules, entropy, pausable: false, events: false });
    if (!made.ok) throw new Error(`a battle cannot be played by rules ${rules.id}: ${made.error.code}`);
    this.seat = seat;
    this.round = made.value;
    this.#lastClickMs = -rules.debounceMs;
    this.#bot = seat.bot_skill === null ? null : createBot({ skill: BOT_SKILLS[seat.bot_skill], seed: botSeed });
    this.hasCome = this.isBot;
  }

  get isBot(): boolean {
    return this.#bot !== null;
  }

  /** Clicks accepted so far. */
  get count(): number {
    return this.round.inputCount;
  }

  send(data: Uint8Array | string): void {
    this.connection?.send(data);
  }

  /** Plays a batch that arrived at `elapsedMs` of the round. An invalid batch changes nothing; the reason is returned. */
  take(batch: InputBatch, elapsedMs: number, knownMs: number): Refusal | null {
    const refusal = this.#judge(batch, elapsedMs, knownMs);
    if (refusal !== null) return refusal;
    const { inputs } = batch;
    this.#untilMs = batch.untilMs;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      this.#lastClickMs = inputs[at] ?? 0;
      this.round.advanceTo(this.#lastClickMs);
      this.round.pop((inputs[at + 1] ?? 0) / QUARTERS_PER_PX, (inputs[at + 2] ?? 0) / QUARTERS_PER_PX);
    }
    return null;
  }

  /** A bot plays on to a time of the round that is known and past, ms. A person's clicks come by `take`. */
  playTo(ms: number): void {
    if (this.#bot !== null && ms > this.round.timeMs) this.#bot.advanceTo(this.round, ms);
  }

  /** The player's score, with the clicks up to a time of the round, ms, that were not sent to other players before. */
  scoreUpdate(untilMs: number): PlayerScore {
    const { round } = this;
    const first = this.#told;
    const untold = first === round.inputCount ? NO_CLICKS : round.inputs(first);
    let words = 0;
    while (words < untold.length && (untold[words] ?? 0) <= untilMs) words += CLICK_WORDS;
    this.#told += words / CLICK_WORDS;
    return { place: this.seat.place, score: round.score, combo: round.combo, first, inputs: untold.slice(0, words) };
  }

  /** The clicks that everybody was told, flat. */
  toldClicks(): Int32Array {
    return this.round.inputs().subarray(0, this.#told * CLICK_WORDS);
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
    };
  }

  /** What is wrong with a batch; null when nothing is. docs/battle-protocol.md has these rules in words. */
  #judge({ first, untilMs, inputs }: InputBatch, elapsedMs: number, knownMs: number): Refusal | null {
    const { debounceMs, field } = this.round.rules;
    if (this.hasLeft || untilMs > BATTLE_MS) return 'over';
    if (first !== this.count || untilMs <= this.#untilMs) return 'order';
    if (untilMs > elapsedMs + AHEAD_MS || Math.min(untilMs, BATTLE_MS - 1) >= knownMs) return 'ahead';
    if (elapsedMs > untilMs + GRACE_MS) return 'late';
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
