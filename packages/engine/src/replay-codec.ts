import { makeBase64url, parseBase64url } from './base64url.ts';
import { checksum } from './checksum.ts';
import { isSeed, MAX_SEED_BYTES } from './entropy.ts';
import { INPUT_WORDS } from './input-log.ts';
import { findRules, RULES, type Replay } from './replay.ts';
import { err, ok, type Result } from './result.ts';
import type { Rules } from './rules.ts';
import { MS_PER_SECOND } from './units.ts';
import { foldEffects, UPGRADES, type UpgradeId } from './upgrades.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/** The format version of a replay without a track. docs/replay-format.md describes both versions. */
export const REPLAY_FORMAT = 1;

/** The format version of a replay with a track. */
export const TRACK_FORMAT = 2;

/** 'PFR'. */
const MAGIC = [0x50, 0x46, 0x52] as const;

/**
 * Longest track: the path of a pointer with 60 samples in each of 60 s and one at the end, for each of which `encodePath` of the protocol needs at most
 * 7 bytes. The test of packages/protocol/src/battle/replay-track.ts measures its worst case.
 */
export const MAX_TRACK_BYTES = 25_207;

/**
 * Longest replay read: the most inputs that rules allow (10,000) at five bytes, 600 blocks, and the header. A round of 60 s with the longest
 * track has less than half of it.
 */
export const MAX_REPLAY_BYTES = 65_536;

/** What can be wrong with replay bytes. */
export type MalformedCode =
  | 'ERR_REPLAY_TOO_LONG'
  | 'ERR_REPLAY_TEXT'
  | 'ERR_REPLAY_TRUNCATED'
  | 'ERR_REPLAY_EXTENDED'
  | 'ERR_REPLAY_MAGIC'
  | 'ERR_REPLAY_FORMAT'
  | 'ERR_REPLAY_NUMBER'
  | 'ERR_REPLAY_RULES'
  | 'ERR_REPLAY_LOADOUT'
  | 'ERR_REPLAY_ENTROPY'
  | 'ERR_REPLAY_INPUT_COUNT'
  | 'ERR_REPLAY_INPUT_TIME'
  | 'ERR_REPLAY_INPUT_DENSE'
  | 'ERR_REPLAY_INPUT_OUTSIDE'
  | 'ERR_REPLAY_TRACK'
  | 'ERR_REPLAY_CHECKSUM';

/** Bytes that are no replay: what is wrong, and at which byte (of the text, for `ERR_REPLAY_TEXT`, at which character). */
export interface Malformed {
  readonly kind: 'malformed';
  readonly code: MalformedCode;
  readonly offset: number;
}

/** Why a replay cannot be encoded: its field that no replay of its rules can have. */
export interface EncodeError {
  readonly code: 'ERR_REPLAY_FIELD';
  readonly field: keyof Replay;
}

/** Thrown and caught within this module only: it carries the error out of nested reads. */
class Stop {
  readonly malformed: Malformed;
  constructor(code: MalformedCode, offset: number) {
    this.malformed = { kind: 'malformed', code, offset };
  }
}

/** Reads bytes front to back; every bound is checked before it is used. */
class Reader {
  at = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  need(count: number): void {
    if (this.at + count > this.bytes.length) throw new Stop('ERR_REPLAY_TRUNCATED', this.bytes.length);
  }

  byte(): number {
    this.need(1);
    return this.bytes[this.at++]!;
  }

  take(count: number): Uint8Array {
    this.need(count);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  word(): number {
    this.need(4);
    const { at, bytes } = this;
    this.at = at + 4;
    return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
  }

  /** Unsigned LEB128 below 2^31, in its shortest form. */
  number(): number {
    const start = this.at;
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 7) break;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) break;
        return value;
      }
    }
    throw new Stop('ERR_REPLAY_NUMBER', start);
  }
}

/**
 * Decodes replay bytes against the rule sets it may name. Never throws: bytes of any origin give a replay or a coded
 * error with its offset. Allocates no more than three integers for each four bytes read.
 */
export function decodeReplay(bytes: Uint8Array, known: readonly Rules[] = RULES): Result<Replay, Malformed> {
  if (bytes.length > MAX_REPLAY_BYTES) return err(new Stop('ERR_REPLAY_TOO_LONG', MAX_REPLAY_BYTES).malformed);
  try {
    return ok(read(new Reader(bytes), known));
  } catch (stop) {
    if (stop instanceof Stop) return err(stop.malformed);
    throw stop;
  }
}

function read(reader: Reader, known: readonly Rules[]): Replay {
  for (let at = 0; at < MAGIC.length; at++) {
    if (reader.byte() !== MAGIC[at]) throw new Stop('ERR_REPLAY_MAGIC', at);
  }
  const format = reader.byte();
  if (format !== REPLAY_FORMAT && format !== TRACK_FORMAT) throw new Stop('ERR_REPLAY_FORMAT', 3);
  const rules = readRules(reader, known);
  const loadout = readLoadout(reader);
  const entropy = readEntropy(reader, rules);
  const score = reader.number();
  const hash = reader.word() >>> 0;
  const inputs = readInputs(reader, rules);
  const track = format === TRACK_FORMAT && readTrack(reader);
  const end = reader.at;
  if (reader.word() >>> 0 !== checksum(reader.bytes, end)) throw new Stop('ERR_REPLAY_CHECKSUM', end);
  if (reader.at < reader.bytes.length) throw new Stop('ERR_REPLAY_EXTENDED', reader.at);
  const replay = { rulesId: rules.id, rulesVersion: rules.version, loadout, entropy, inputs, score, hash };
  return track ? { ...replay, track } : replay;
}

function readRules(reader: Reader, known: readonly Rules[]): Rules {
  const start = reader.at;
  const length = reader.byte();
  if (length < 1 || length > 32) throw new Stop('ERR_REPLAY_RULES', start);
  let id = '';
  for (const code of reader.take(length)) id += String.fromCharCode(code);
  const rules = findRules(id, reader.number(), known);
  if (rules === undefined) throw new Stop('ERR_REPLAY_RULES', start);
  return rules;
}

function readLoadout(reader: Reader): UpgradeId[] {
  const start = reader.at;
  const bits = reader.number();
  if (bits >= 1 << UPGRADES.length) throw new Stop('ERR_REPLAY_LOADOUT', start);
  const loadout: UpgradeId[] = [];
  for (let bit = 0; bit < UPGRADES.length; bit++) if ((bits & (1 << bit)) !== 0) loadout.push(UPGRADES[bit]!.id);
  return loadout;
}

function readEntropy(reader: Reader, rules: Rules): string | Int32Array {
  const start = reader.at;
  const kind = reader.byte();
  if (kind === 0) {
    const length = reader.byte();
    if (length < 1 || length > MAX_SEED_BYTES) throw new Stop('ERR_REPLAY_ENTROPY', start);
    const seed = decodeUtf8(reader.take(length));
    if (seed === null) throw new Stop('ERR_REPLAY_ENTROPY', start);
    return seed;
  }
  if (kind !== 1) throw new Stop('ERR_REPLAY_ENTROPY', start);
  const seconds = reader.number();
  if (seconds !== Math.ceil(rules.durationMs / MS_PER_SECOND)) throw new Stop('ERR_REPLAY_ENTROPY', start);
  reader.need(seconds * 16);
  const blocks = new Int32Array(seconds * 4);
  for (let word = 0; word < blocks.length; word++) blocks[word] = reader.word();
  return blocks;
}

function readInputs(reader: Reader, rules: Rules): Int32Array {
  const start = reader.at;
  const count = reader.number();
  if (count > rules.maxInputs) throw new Stop('ERR_REPLAY_INPUT_COUNT', start);
  reader.need(count * 4 + 4);
  const inputs = new Int32Array(count * INPUT_WORDS);
  const { debounceMs, durationMs } = rules;
  const right = rules.field.widthPx * 4;
  const bottom = rules.field.heightPx * 4;
  const { bytes } = reader;
  let at = reader.at;
  let time = 0;
  for (let word = 0; word < inputs.length; word += INPUT_WORDS) {
    const offset = at;
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    let delta = first;
    // The usual lengths, one and two bytes, by themselves: this loop is a large part of reading a replay.
    if (first < 0x80) at += 1;
    else if (second > 0 && second < 0x80) {
      delta = (first & 0x7f) | (second << 7);
      at += 2;
    } else {
      reader.at = at;
      delta = reader.number();
      at = reader.at;
    }
    time += delta;
    if (time >= durationMs) throw new Stop('ERR_REPLAY_INPUT_TIME', offset);
    if (word > 0 && delta < debounceMs) throw new Stop('ERR_REPLAY_INPUT_DENSE', offset);
    if (at + 3 > bytes.length) throw new Stop('ERR_REPLAY_TRUNCATED', bytes.length);
    const point = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    const x = point & 0xfff;
    const y = point >> 12;
    if (x > right || y > bottom) throw new Stop('ERR_REPLAY_INPUT_OUTSIDE', at);
    at += 3;
    inputs[word] = time;
    inputs[word + 1] = x;
    inputs[word + 2] = y;
  }
  reader.at = at;
  return inputs;
}

function readTrack(reader: Reader): Uint8Array {
  const start = reader.at;
  const length = reader.number();
  if (length < 1 || length > MAX_TRACK_BYTES) throw new Stop('ERR_REPLAY_TRACK', start);
  return new Uint8Array(reader.take(length));
}

/** Encodes a replay, or names its first field that the rules do not allow. */
export function encodeReplay(replay: Replay, known: readonly Rules[] = RULES): Result<Uint8Array, EncodeError> {
  const rules = findRules(replay.rulesId, replay.rulesVersion, known);
  if (rules === undefined) return wrong('rulesId');
  if (!foldEffects(replay.loadout).ok) return wrong('loadout');
  if (!Number.isInteger(replay.score) || replay.score < 0 || replay.score > 0x7fffffff) return wrong('score');
  if (!Number.isInteger(replay.hash) || replay.hash < 0 || replay.hash >= 0x1_0000_0000) return wrong('hash');
  const { track } = replay;
  const out: number[] = [...MAGIC, track ? TRACK_FORMAT : REPLAY_FORMAT, rules.id.length];
  for (let at = 0; at < rules.id.length; at++) out.push(rules.id.charCodeAt(at));
  writeNumber(out, rules.version);
  writeNumber(
    out,
    UPGRADES.reduce((bits, { id }, bit) => (replay.loadout.includes(id) ? bits | (1 << bit) : bits), 0),
  );
  if (!writeEntropy(out, replay.entropy, rules)) return wrong('entropy');
  writeNumber(out, replay.score);
  writeWord(out, replay.hash);
  if (!writeInputs(out, replay.inputs, rules)) return wrong('inputs');
  if (track && !writeTrack(out, track)) return wrong('track');
  writeWord(out, checksum(Uint8Array.from(out), out.length));
  return ok(Uint8Array.from(out));
}

const wrong = (field: keyof Replay): Result<Uint8Array, EncodeError> => err({ code: 'ERR_REPLAY_FIELD', field });

function writeEntropy(out: number[], entropy: string | Int32Array, rules: Rules): boolean {
  if (typeof entropy === 'string') {
    if (!isSeed(entropy)) return false;
    const bytes = encodeUtf8(entropy)!;
    out.push(0, bytes.length, ...bytes);
    return true;
  }
  const seconds = Math.ceil(rules.durationMs / MS_PER_SECOND);
  if (entropy.length !== seconds * 4) return false;
  out.push(1);
  writeNumber(out, seconds);
  for (const word of entropy) writeWord(out, word);
  return true;
}

function writeInputs(out: number[], inputs: Int32Array, rules: Rules): boolean {
  const count = inputs.length / INPUT_WORDS;
  if (!Number.isInteger(count) || count > rules.maxInputs) return false;
  writeNumber(out, count);
  let before = 0;
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const time = inputs[at]!;
    const x = inputs[at + 1]!;
    const y = inputs[at + 2]!;
    const delta = time - before;
    if (delta < (at === 0 ? 0 : rules.debounceMs) || time >= rules.durationMs) return false;
    if (x < 0 || y < 0 || x > rules.field.widthPx * 4 || y > rules.field.heightPx * 4) return false;
    writeNumber(out, delta);
    out.push(x & 0xff, (x >> 8) | ((y & 0xf) << 4), y >> 4);
    before = time;
  }
  return true;
}

/** Also false where the replay would be longer than what is read: rules of another game may have so many inputs. */
function writeTrack(out: number[], track: Uint8Array): boolean {
  if (track.length < 1 || track.length > MAX_TRACK_BYTES) return false;
  writeNumber(out, track.length);
  for (const byte of track) out.push(byte);
  return out.length + 4 <= MAX_REPLAY_BYTES;
}

function writeNumber(out: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    out.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  out.push(rest);
}

const writeWord = (out: number[], word: number): number =>
  out.push(word & 0xff, (word >> 8) & 0xff, (word >> 16) & 0xff, (word >> 24) & 0xff);

/** Replay bytes as text for links: base64url. */
export const makeReplayText = (bytes: Uint8Array): string => makeBase64url(bytes);

/** The bytes of replay text. Does not decode them. */
export function parseReplayText(text: string): Result<Uint8Array, Malformed> {
  const limit = Math.ceil((MAX_REPLAY_BYTES * 4) / 3);
  if (text.length > limit) return err({ kind: 'malformed', code: 'ERR_REPLAY_TOO_LONG', offset: limit });
  const bytes = parseBase64url(text);
  return typeof bytes === 'number' ? err({ kind: 'malformed', code: 'ERR_REPLAY_TEXT', offset: bytes }) : ok(bytes);
}
