import { BATTLE_SECONDS, HASH_BYTES } from './constants.ts';
import { FrameReader, FrameWriter } from './frame-bytes.ts';
import { encodeHead, makeChunk, type PathChunk } from './path-stream.ts';

/**
 * The binary frames of a battle. One byte says which; numbers are unsigned LEB128 unless said otherwise; a click is the ms since the
 * click before it (or since 0) and its point: x and y in quarter pixels of 12 bits each, as in a replay.
 */
export const FRAME = {
  inputs: 1,
  reveal: 2,
  scores: 3,
  clock: 4,
  time: 5,
  refused: 6,
  accepted: 7,
  inputsWithPath: 8,
} as const;

/** Longest frame that a client may send, bytes. */
export const MAX_CLIENT_FRAME = 256;
/** Most clicks in one frame of inputs: far more than rules allow in a batch. */
export const MAX_BATCH_INPUTS = 40;

/** Most clicks of one player in one frame of scores. */
const MAX_TOLD_INPUTS = 400;

/** A client's clicks of a stretch of the round. */
export interface InputBatch {
  /** How many of the player's clicks came before: a batch that is repeated, lost or out of order does not fit. */
  readonly first: number;
  /** The stretch is over at this time of the round, ms: no click before or at it follows any more. */
  readonly untilMs: number;
  /** Three integers a click. */
  readonly inputs: Int32Array;
  /** The pointer's path up to `untilMs`, where the terms ask for it (`acceptsPath`) and the pointer has moved. */
  readonly path?: PathChunk;
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
  /** Clicks that have become old enough to be told, three integers each. The score counts the younger ones too. */
  readonly inputs: Int32Array;
}

/** All players, as of a time of the round. */
export interface ScoresFrame {
  readonly timeMs: number;
  readonly players: readonly PlayerScore[];
}

/**
 * Why a batch was not taken: in too late; from the future; not the next one; clicks closer than the rules allow; beside the field; after
 * the end, or after the player gave up; with an invalid path.
 */
export const REFUSALS = ['late', 'ahead', 'order', 'dense', 'outside', 'over', 'path'] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A batch was refused as a whole: the player's first `count` clicks are accepted, and the next batch continues from there. */
export interface RefusedFrame {
  readonly reason: Refusal;
  /** Of the refused batch. Later batches that were sent before this frame arrived are refused as well, each with its own frame. */
  readonly untilMs: number;
  readonly count: number;
}

/** Batches up to the one with this `untilMs` are stored: the player's first `count` clicks are kept even when the server is replaced. */
export interface AcceptedFrame {
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
  | ({ readonly type: 'refused' } & RefusedFrame)
  | ({ readonly type: 'accepted' } & AcceptedFrame);

const writer = new FrameWriter();

/** Encodes a batch of clicks as a frame, with the path if there is one. */
export function encodeInputs({ first, untilMs, inputs, path }: InputBatch): Uint8Array<ArrayBuffer> {
  writer.start(path === undefined ? FRAME.inputs : FRAME.inputsWithPath);
  writer.number(first);
  writer.number(untilMs);
  writer.clicks(inputs);
  if (path !== undefined) {
    writer.byte(encodeHead(path));
    writer.raw(path.bytes);
  }
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

export function encodeAccepted({ untilMs, count }: AcceptedFrame): Uint8Array<ArrayBuffer> {
  writer.start(FRAME.accepted);
  writer.number(untilMs);
  writer.number(count);
  return writer.take();
}

/** What a client sent; null for bytes that are no frame. What it says is still to be checked against the round. */
export function decodeClientFrame(bytes: Uint8Array): ClientFrame | null {
  if (bytes.length > MAX_CLIENT_FRAME) return null;
  const reader = new FrameReader(bytes);
  const frame = readClientFrame(reader);
  return reader.isDone ? frame : null;
}

function readClientFrame(reader: FrameReader): ClientFrame | null {
  switch (reader.byte()) {
    case FRAME.clock:
      return { type: 'clock', clientMs: reader.float() };
    case FRAME.inputs:
      return { type: 'inputs', ...readBatch(reader) };
    case FRAME.inputsWithPath:
      return { type: 'inputs', ...readBatch(reader), path: makeChunk(reader.byte(), reader.rest()) };
    default:
      return null;
  }
}

const readBatch = (reader: FrameReader): InputBatch => ({
  first: reader.number(),
  untilMs: reader.number(),
  inputs: reader.clicks(MAX_BATCH_INPUTS),
});

/** What the server sent; null for bytes that are no frame. */
export function decodeServerFrame(bytes: Uint8Array): ServerFrame | null {
  const reader = new FrameReader(bytes);
  const frame = readServerFrame(reader);
  return reader.isDone ? frame : null;
}

function readServerFrame(reader: FrameReader): ServerFrame | null {
  switch (reader.byte()) {
    case FRAME.reveal: {
      const second = reader.byte();
      return second < BATTLE_SECONDS ? { type: 'reveal', second, reveal: reader.raw(HASH_BYTES) } : null;
    }
    case FRAME.time:
      return { type: 'time', clientMs: reader.float(), serverMs: reader.float() };
    case FRAME.refused: {
      const reason = REFUSALS[reader.byte()];
      if (reason === undefined) return null;
      return { type: 'refused', reason, untilMs: reader.number(), count: reader.number() };
    }
    case FRAME.accepted:
      return { type: 'accepted', untilMs: reader.number(), count: reader.number() };
    case FRAME.scores: {
      const timeMs = reader.number();
      const players = Array.from({ length: reader.byte() }, () => ({
        place: reader.byte(),
        score: reader.number(),
        combo: reader.number(),
        first: reader.number(),
        inputs: reader.clicks(MAX_TOLD_INPUTS),
      }));
      return { type: 'scores', timeMs, players };
    }
    default:
      return null;
  }
}
