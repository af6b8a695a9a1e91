import type { SoloSeat } from '@popfray/protocol';
import {
  BATCH_MS,
  BATTLE_SECONDS,
  decodeClientFrame,
  decodeServerFrame,
  encodeInputs,
  GRACE_MS,
  makeBlocks,
  parseHex,
} from '@popfray/protocol/battle';
import { gameSocketOut } from '@popfray/protocol/socket';
import type { BattleConnection, Battles } from '../battles/battle-connection.ts';
import type { Connection } from '../platform/sockets/connection.ts';
import { CLICK_WORDS, touchAll } from './contacts.ts';

/**
 * When the clicks of a log are sent: `in-time`, each batch at its end; `late`, each batch after its grace, and none before the last reveal; `last-seconds`, only
 * the batches that are still in time when the last reveal arrives.
 */
export type Sending = 'in-time' | 'late' | 'last-seconds';

/** The clicks of a planned round, and its points if they are played in the round that they were planned for. */
export interface PlannedLog {
  readonly inputs: Int32Array;
  readonly score: number;
}

/** Plans a round, or returns null when it cannot yet. The blocks are the round's own; null while they are not all revealed. */
export type Plan = (ownBlocks: Int32Array | null) => PlannedLog | null;

/** A client of a solo round that sends a planned log, with a contact of touch for each click, and looks at nothing but the reveals. */
export class PlanSender implements Connection {
  readonly seat: SoloSeat;
  isOpen = true;
  /** Batches that were accepted, and that were refused. */
  accepted = 0;
  refused = 0;
  readonly #plan: Plan;
  readonly #sending: Sending;
  readonly #reveals: Uint8Array[] = [];
  #seeds: (Uint8Array | null)[] = [];
  #connection: BattleConnection | null = null;
  #log: PlannedLog | null = null;
  /** Words of the log that were sent, and clicks that the server has accepted. */
  #sent = 0;
  #count = 0;
  #lastRevealMs = Infinity;

  constructor(seat: SoloSeat, plan: Plan, sending: Sending) {
    this.seat = seat;
    this.#plan = plan;
    this.#sending = sending;
  }

  /** Points of the plan in the round that it was made for; 0 before it is made. */
  get plannedScore(): number {
    return this.#log?.score ?? 0;
  }

  /** Enters the round and gives a seed, hex. Throws when that is refused. */
  async connect(battles: Battles, seed: string): Promise<void> {
    const { id, userId, token } = this.seat;
    const connected = await battles.connect(id, userId, token, this);
    if (!connected.ok) throw new Error(connected.error);
    this.#connection = connected.value;
    const given = connected.value.setSeed(seed);
    if (!given.ok) throw new Error(given.error);
  }

  /** Sends what is due at a time, epoch ms. */
  play(nowMs: number): void {
    const timeMs = nowMs - this.seat.startsAt;
    const isKnown = this.#reveals.length === BATTLE_SECONDS;
    if (isKnown && this.#lastRevealMs === Infinity) this.#lastRevealMs = timeMs;
    this.#log ??= this.#plan(isKnown ? makeBlocks(this.seat.id, this.#reveals, this.#seeds) : null);
    if (this.#log === null || timeMs < 0) return;
    const { inputs } = this.#log;
    while (this.#sent < inputs.length) {
      let end = this.#sent;
      const firstMs = inputs[end] ?? 0;
      while ((inputs[end] ?? Infinity) < firstMs + BATCH_MS) end += CLICK_WORDS;
      const untilMs = inputs[end - CLICK_WORDS] ?? 0;
      if (timeMs < this.#dueMs(untilMs)) return;
      if (this.#sending !== 'last-seconds' || untilMs >= timeMs - GRACE_MS)
        this.#sendBatch(untilMs, inputs.subarray(this.#sent, end));
      this.#sent = end;
    }
  }

  /** Time of the round at which a batch is sent, ms. */
  #dueMs(untilMs: number): number {
    if (this.#sending === 'in-time') return untilMs;
    return Math.max(this.#lastRevealMs, this.#sending === 'late' ? untilMs + GRACE_MS + 1 : untilMs);
  }

  #sendBatch(untilMs: number, inputs: Int32Array): void {
    const path = touchAll(inputs, untilMs);
    // The bytes that the game socket would receive.
    const frame = decodeClientFrame(
      encodeInputs({ first: this.#count, untilMs, inputs, ...(path !== null && { path }) }),
    );
    if (frame?.type !== 'inputs') throw new Error('a batch is no frame of inputs');
    const answer = this.#connection?.handleInputs(frame);
    if (answer === 'accepted') {
      this.accepted += 1;
      this.#count += inputs.length / CLICK_WORDS;
    } else this.refused += 1;
  }

  send(data: Uint8Array | string): void {
    if (typeof data === 'string') {
      const message = gameSocketOut.parse(JSON.parse(data));
      if (message.type === 'battle_seeds')
        this.#seeds = message.seeds.map((seed) => (seed === null ? null : parseHex(seed)));
      return;
    }
    const frame = decodeServerFrame(data);
    if (frame?.type === 'reveal') this.#reveals[frame.second] = frame.reveal;
  }

  close(): void {
    this.isOpen = false;
  }
}
