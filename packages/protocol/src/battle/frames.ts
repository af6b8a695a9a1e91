import { BATTLE_SECONDS, HASH_BYTES } from './constants.ts';

/**
 * The binary frames of a battle. One byte says which; numbers are unsigned LEB128 unless said otherwise; a click is the ms since the
 * click before it (or since 0) and its point: x and y in quarter pixels of 12 bits each, as in a replay.
 */
export const FRAME = { inputs: 1, reveal: 2, scores: 3, clock: 4, time: 5, refused: 6 } as const;

/** Longest frame that a client may send, bytes. */
export const MAX_CLIENT_FRAME = 256;
/** Most clicks in one frame of inputs: far more than rules allow in a batch. */
export const MAX_BATCH_INPUTS = 40;

/** Words of a click: ms of the round, x and y in quarter pixels. The engine's input log has the same three. */
const CLICK_WORDS = 3;

/** A client's clicks of a stretch of the round. */
export interface InputBatch {
  /** How many of the player's clicks came before: a batch that is repeated, lost or out of order does not fit. */
  readonly first: number;
  /** The stretch is over at this time of the round, ms: no click before or at it follows any more. */
  readonly untilMs: number;
  /** Three integers a click. */
  readonly inputs: Int32Array;
}

/** A second's reveal. */
export interface RevealFrame {
  readonly second: number;
  readonly reveal: Uint8Array;
}

/** Where one player stands, by the server's own round. */
export interface PlayerScore {
  readonly place: number;
  readonly score: number;
  readonly combo: number;
  /** How many of the player's clicks came before `inputs`. */
  readonly first: number;
  /** Clicks accepted since the broadcast before, three integers each. */
  readonly inputs: Int32Array;
}

/** All players, as of a time of the round. */
export interface ScoresFrame {
  readonly timeMs: number;
  readonly players: readonly PlayerScore[];
}

/**
 * Why a batch was not taken: in too late; from the future; not the next one; clicks closer than the rules allow; beside the field; after
 * the end, or after the player gave up.
 */
export const REFUSALS = ['late', 'ahead', 'order', 'dense', 'outside', 'over'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A batch was not taken, nor anything of it: the player's first `count` clicks stand, and the next batch goes on from there. */
export interface RefusedFrame {
  readonly reason: Refusal;
  /** The batch's. Batches that count on its clicks and were sent before this was heard are refused as well, each by itself. */
  readonly untilMs: number;
  readonly count: number;
}

/** Every frame that a client sends. */
export type ClientFrame =
  | ({ readonly type: 'inputs' } & InputBatch)
  | { readonly type: 'clock'; readonly clientMs: number };

/** Every frame that the server sends. */
export type ServerFrame =
  | ({ readonly type: 'reveal' } & RevealFrame)
  | ({ readonly type: 'scores' } & ScoresFrame)
  | { readonly type: 'time'; readonly clientMs: number; readonly serverMs: number }
  | ({ readonly type: 'refused' } & RefusedFrame);

/** Grows as it is written to; used again and again. */
class Writer {
  #bytes = new Uint8Array(64);
  #at = 0;

  start(type: number): void {
    this.#at = 0;
    this.byte(type);
  }

  byte(value: number): void {
    if (this.#at === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#at++] = value;
  }

  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  float(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    for (const byte of bytes) this.byte(byte);
  }

  clicks(inputs: Int32Array): void {
    this.number(inputs.length / CLICK_WORDS);
    let before = 0;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      const x = inputs[at + 1]!;
      const y = inputs[at + 2]!;
      this.number(inputs[at]! - before);
      this.byte(x & 0xff);
      this.byte((x >> 8) | ((y & 0xf) << 4));
      this.byte(y >> 4);
      before = inputs[at]!;
    }
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }
}

const writer = new Writer();

/** A client's clicks of a stretch as a frame. */
export function encodeInputs({ first, untilMs, inputs }: InputBatch): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.inputs);
  writer.number(first);
  writer.number(untilMs);
  writer.clicks(inputs);
  return writer.take();
}

/** A question for the server's time; `clientMs` comes back with it. */
export function encodeClock(clientMs: number): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.clock);
  writer.float(clientMs);
  return writer.take();
}

/** The answer: the server's time, epoch ms. */
export function encodeTime(clientMs: number, serverMs: number): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.time);
  writer.float(clientMs);
  writer.float(serverMs);
  return writer.take();
}

export function encodeReveal({ second, reveal }: RevealFrame): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.reveal);
  writer.byte(second);
  writer.raw(reveal);
  return writer.take();
}

export function encodeScores({ timeMs, players }: ScoresFrame): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.scores);
  writer.number(timeMs);
  writer.byte(players.length);
  for (const { place, score, combo, first, inputs } of players) {
    writer.byte(place);
    writer.number(score);
    writer.number(combo);
    writer.number(first);
    writer.clicks(inputs);
  }
  return writer.take();
}

export function encodeRefused({ reason, untilMs, count }: RefusedFrame): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.refused);
  writer.byte(REFUSALS.indexOf(reason));
  writer.number(untilMs);
  writer.number(count);
  return writer.take();
}

/** Thrown and caught within this module only. */
class Stop {}

/** Reads front to back; every bound is checked before it is used. */
class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    if (this.#at >= this.#bytes.length) throw new Stop();
    return this.#bytes[this.#at++]!;
  }

  /** Below 2^31, in its shortest form. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 7) break;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0) break;
      return value;
    }
    throw new Stop();
  }

  raw(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new Stop();
    this.#at += count;
    return this.#bytes.slice(this.#at - count, this.#at);
  }

  float(): number {
    const bytes = this.raw(8);
    const value = new DataView(bytes.buffer).getFloat64(0, true);
    if (!Number.isFinite(value)) throw new Stop();
    return value;
  }

  clicks(most: number): Int32Array {
    const count = this.number();
    if (count > most) throw new Stop();
    const inputs = new Int32Array(count * CLICK_WORDS);
    let time = 0;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      time += this.number();
      if (time > 0x7fffffff) throw new Stop();
      const point = this.byte() | (this.byte() << 8) | (this.byte() << 16);
      inputs[at] = time;
      inputs[at + 1] = point & 0xfff;
      inputs[at + 2] = point >> 12;
    }
    return inputs;
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw new Stop();
  }
}

/** Reads a frame to its last byte; null for bytes that are none. Never throws. */
function decode<Frame>(bytes: Uint8Array, read: (reader: Reader, type: number) => Frame | null): Frame | null {
  const reader = new Reader(bytes);
  try {
    const frame = read(reader, reader.byte());
    if (frame !== null) reader.end();
    return frame;
  } catch (stop) {
    if (stop instanceof Stop) return null;
    throw stop;
  }
}

/** What a client sent; null for bytes that are no frame. What it says is still to be checked against the round. */
export function decodeClientFrame(bytes: Uint8Array): ClientFrame | null {
  if (bytes.length > MAX_CLIENT_FRAME) return null;
  return decode<ClientFrame>(bytes, (reader, type) => {
    if (type === FRAME.clock) return { type: 'clock', clientMs: reader.float() };
    if (type !== FRAME.inputs) return null;
    return {
      type: 'inputs',
      first: reader.number(),
      untilMs: reader.number(),
      inputs: reader.clicks(MAX_BATCH_INPUTS),
    };
  });
}

/** What the server sent; null for bytes that are no frame. */
export const decodeServerFrame = (bytes: Uint8Array): ServerFrame | null =>
  decode<ServerFrame>(bytes, (reader, type) => {
    switch (type) {
      case FRAME.reveal: {
        const second = reader.byte();
        return second < BATTLE_SECONDS ? { type: 'reveal', second, reveal: reader.raw(HASH_BYTES) } : null;
      }
      case FRAME.time:
        return { type: 'time', clientMs: reader.float(), serverMs: reader.float() };
      case FRAME.refused: {
        const reason = REFUSALS[reader.byte()];
        return reason === undefined
          ? null
          : { type: 'refused', reason, untilMs: reader.number(), count: reader.number() };
      }
      case FRAME.scores: {
        const timeMs = reader.number();
        const players = Array.from({ length: reader.byte() }, () => ({
          place: reader.byte(),
          score: reader.number(),
          combo: reader.number(),
          first: reader.number(),
          inputs: reader.clicks(MAX_BATCH_INPUTS * 10),
        }));
        return { type: 'scores', timeMs, players };
      }
      default:
        return null;
    }
  });
