import { err, ok, type Result } from '@popfray/engine/result';
import { BitReader, BitWriter, riceLength } from './path-bits.ts';

/**
 * The path of the pointer between the clicks, as a client sends it with its batches of clicks. docs/conduct.md says what it is for.
 *
 * A path is a list of samples. A sample has a time in ms, a multiple of 4; a point in quarter pixels; the device; and for a touch the
 * radius of the contact. Mouse and pen send at most one sample in each sixtieth of a second, and only presses while the pointer rests.
 * Touch sends one sample for each contact. The keyboard sends one for each bubble that it pops, without a point.
 */
export const PATH_DEVICES = ['mouse', 'pen', 'touch', 'keyboard'] as const;
export type PathDevice = (typeof PATH_DEVICES)[number];

/** Numbers of a sample in a path: time in ms, x and y in quarter pixels, device as its place in `PATH_DEVICES`, radius in px. */
export const PATH_WORDS = 5;

/** Resolution of a sample's time, ms. */
export const PATH_TICK_MS = 4;

/** Most samples in a second. Each belongs to another sixtieth of the second, counted from the round's start. */
export const PATH_RATE = 60;

/** Largest radius of a contact, px. */
export const MAX_CONTACT_PX = 255;

/** Field, quarter pixels. The engine's input log has the same range. */
const MAX_X = 3_200;
const MAX_Y = 2_400;

/** Most samples of one run of samples of the same device. */
const MAX_RUN = 63;

/** Bits of a run's head: its device, its number of samples, and its Rice parameter. */
const DEVICE_BITS = 2;
const COUNT_BITS = 6;
const RICE_BITS = 4;
const MAX_RICE = 12;

const POINT_BITS = 12;
const RADIUS_BITS = 8;

/** Ticks between two samples that have a code of their own: at 60 samples a second most are 16 or 20 ms apart. */
const USUAL_TICKS = 4;
const NEXT_TICKS = 5;

/** A pause after which the pointer is not expected to continue in its direction, ticks. */
const PAUSE_TICKS = 25;

/** Longest time of a path, ticks: the largest step of time that the code can express. */
const MAX_TICKS = 65_535;

/** Where a path ends, and how it moved there. The next part of the path is coded from here. */
export interface PathEnd {
  readonly tick: number;
  readonly x: number;
  readonly y: number;
  /** The last step, quarter pixels. */
  readonly dx: number;
  readonly dy: number;
}

/** The end of a path that has no samples yet. */
export const PATH_START: PathEnd = { tick: -1, x: MAX_X / 2, y: MAX_Y / 2, dx: 0, dy: 0 };

/** A part of a path, and where it ends. */
export interface PathPart {
  /** `PATH_WORDS` numbers a sample. */
  readonly samples: Int32Array;
  readonly end: PathEnd;
}

/**
 * Why a part of a path is refused: the bytes are not a path; a sample lies outside the field; later than the batch that carries it; or two lie
 * in the same sixtieth of a second. A time that does not increase cannot be expressed.
 */
export type PathError = 'ERR_PATH_MALFORMED' | 'ERR_PATH_OUTSIDE' | 'ERR_PATH_LATE' | 'ERR_PATH_DENSE';

const isPointer = (device: number): boolean => device < 2;
const isTouch = (device: number): boolean => device === 2;

/** The sixtieth of a second that a sample belongs to. */
const slotOf = (tick: number): number => Math.floor((tick * PATH_TICK_MS * PATH_RATE) / 1_000);

/**
 * Encodes samples that follow on `from`. Throws a RangeError for samples that `decodePath` would refuse: `PathRecorder` makes none of
 * these.
 */
export function encodePath(samples: Int32Array, from: PathEnd): { bytes: Uint8Array<ArrayBuffer>; end: PathEnd } {
  const writer = new BitWriter();
  let end = from;
  for (let at = 0; at < samples.length;) {
    const length = runLength(samples, at);
    end = writeRun(writer, samples.subarray(at, at + length * PATH_WORDS), end);
    at += length * PATH_WORDS;
  }
  return { bytes: writer.take(), end };
}

/** How many samples from a place on are of one device. */
function runLength(samples: Int32Array, from: number): number {
  let length = 1;
  while (
    length < MAX_RUN &&
    from + length * PATH_WORDS < samples.length &&
    samples[from + length * PATH_WORDS + 3] === samples[from + 3]
  )
    length++;
  return length;
}

function writeRun(writer: BitWriter, run: Int32Array, from: PathEnd): PathEnd {
  const device = run[3]!;
  const k = isPointer(device) ? bestRice(run, from) : 0;
  writer.bits(device, DEVICE_BITS);
  writer.bits(run.length / PATH_WORDS, COUNT_BITS);
  if (isPointer(device)) writer.bits(k, RICE_BITS);
  let end = from;
  for (let at = 0; at < run.length; at += PATH_WORDS) {
    const next = stepTo(end, run, at);
    const fault = faultOf(end, next, Infinity);
    if (fault !== null) throw new RangeError(fault);
    writeTicks(writer, next.tick - end.tick);
    if (isPointer(device)) {
      const { dx, dy } = expected(end, next.tick);
      writer.rice(next.dx - dx, k);
      writer.rice(next.dy - dy, k);
    } else if (isTouch(device)) {
      writer.bits(next.x, POINT_BITS);
      writer.bits(next.y, POINT_BITS);
      writer.bits(run[at + 4]!, RADIUS_BITS);
    }
    end = next;
  }
  writer.align();
  return end;
}

/** The end of the path after one more sample. The keyboard has no point, so the pointer stays where it was. */
function stepTo(end: PathEnd, samples: Int32Array, at: number): PathEnd {
  const tick = samples[at]! / PATH_TICK_MS;
  if (samples[at + 3] === 3) return { ...end, tick, dx: 0, dy: 0 };
  const [x, y] = [samples[at + 1]!, samples[at + 2]!];
  return { tick, x, y, dx: x - end.x, dy: y - end.y };
}

/** The step that the pointer makes if it continues as before; none after a pause. */
const expected = (end: PathEnd, tick: number): { dx: number; dy: number } =>
  tick - end.tick > PAUSE_TICKS ? { dx: 0, dy: 0 } : end;

/** The Rice parameter that makes a run shortest. */
function bestRice(run: Int32Array, from: PathEnd): number {
  const lengths = Array.from({ length: MAX_RICE + 1 }, () => 0);
  let end = from;
  for (let at = 0; at < run.length; at += PATH_WORDS) {
    const next = stepTo(end, run, at);
    const { dx, dy } = expected(end, next.tick);
    for (let k = 0; k <= MAX_RICE; k++) lengths[k]! += riceLength(next.dx - dx, k) + riceLength(next.dy - dy, k);
    end = next;
  }
  return lengths.indexOf(Math.min(...lengths));
}

function writeTicks(writer: BitWriter, ticks: number): void {
  if (ticks === USUAL_TICKS) writer.bits(0b0, 1);
  else if (ticks === NEXT_TICKS) writer.bits(0b10, 2);
  else {
    writer.bits(0b11, 2);
    writer.gamma(ticks);
  }
}

/**
 * Decodes a part of a path that follows on `from` and came with a batch that is over at `untilMs`. Never throws: any bytes give a part or
 * a code.
 */
export function decodePath(bytes: Uint8Array, from: PathEnd, untilMs: number): Result<PathPart, PathError> {
  const reader = new BitReader(bytes);
  const samples: number[] = [];
  let end = from;
  while (!reader.isAtEnd) {
    const device = reader.bits(DEVICE_BITS);
    const count = reader.bits(COUNT_BITS);
    const k = isPointer(device) ? reader.bits(RICE_BITS) : 0;
    if (count === 0 || k > MAX_RICE) return err('ERR_PATH_MALFORMED');
    for (let left = count; left > 0; left--) {
      const tick = end.tick + readTicks(reader);
      let { x, y } = end;
      let radius = 0;
      if (isPointer(device)) {
        const { dx, dy } = expected(end, tick);
        x += dx + reader.rice(k);
        y += dy + reader.rice(k);
      } else if (isTouch(device)) {
        x = reader.bits(POINT_BITS);
        y = reader.bits(POINT_BITS);
        radius = reader.bits(RADIUS_BITS);
      }
      const next = { tick, x, y, dx: x - end.x, dy: y - end.y };
      if (reader.isBroken) return err('ERR_PATH_MALFORMED');
      const fault = faultOf(end, next, untilMs);
      if (fault !== null) return err(fault);
      samples.push(tick * PATH_TICK_MS, x, y, device, radius);
      end = next;
    }
    reader.align();
  }
  return reader.isBroken ? err('ERR_PATH_MALFORMED') : ok({ samples: Int32Array.from(samples), end });
}

/** Ticks since the sample before; 0, which no path has, for one that is not in its shortest form. */
function readTicks(reader: BitReader): number {
  if (reader.bits(1) === 0) return USUAL_TICKS;
  if (reader.bits(1) === 0) return NEXT_TICKS;
  const ticks = reader.gamma();
  return ticks === USUAL_TICKS || ticks === NEXT_TICKS ? 0 : ticks;
}

/** Why a sample may not follow on the end of a path; null when it may. */
function faultOf(end: PathEnd, next: PathEnd, untilMs: number): PathError | null {
  const ticks = next.tick - end.tick;
  if (!Number.isInteger(next.tick) || ticks < 1 || ticks > MAX_TICKS) return 'ERR_PATH_MALFORMED';
  if (!(next.x >= 0 && next.x <= MAX_X && next.y >= 0 && next.y <= MAX_Y)) return 'ERR_PATH_OUTSIDE';
  if (next.tick * PATH_TICK_MS > untilMs) return 'ERR_PATH_LATE';
  return end.tick >= 0 && slotOf(next.tick) === slotOf(end.tick) ? 'ERR_PATH_DENSE' : null;
}
