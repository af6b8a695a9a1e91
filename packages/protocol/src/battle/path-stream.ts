import { err, ok, type Result } from '@popfray/engine/result';
import { BATCH_MS } from './constants.ts';
import {
  decodePath,
  PATH_RATE,
  PATH_START,
  PATH_TICK_MS,
  type PathEnd,
  type PathError,
  type PathPart,
} from './pointer-path.ts';

/** A part of the pointer's path, as it comes with a batch of clicks. */
export interface PathChunk {
  /** Whether the part begins at `PATH_START`, as the first part of a connection and the first after a refusal do. All others continue the part before. */
  readonly isFirst: boolean;
  /** Counts all parts of a client: 0 to 127, then 0 again. A gap shows that a part was lost. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** How many numbers there are. */
const NUMBERS = 128;

/** The number of the part that follows a part. */
export const numberAfter = (number: number): number => (number + 1) % NUMBERS;

/** The first byte of a part: its number, and whether it is a first one. */
export const encodeHead = ({ isFirst, number }: PathChunk): number => (isFirst ? NUMBERS : 0) + number;

/** Makes a part from its first byte and all further bytes. */
export const makeChunk = (head: number, bytes: Uint8Array): PathChunk => ({
  isFirst: head >= NUMBERS,
  number: head % NUMBERS,
  bytes,
});

/** Where a received path ends, and which part continues it. */
export interface PathStream {
  readonly end: PathEnd;
  /** Null before the first part and after a lost one: then only a part with `isFirst` is read. */
  readonly next: number | null;
}

/** A path of which nothing was received. */
export const PATH_STREAM_START: PathStream = { end: PATH_START, next: null };

/** Why a part of a path is refused: what `decodePath` refuses, time that goes back, or samples that are older than a batch can be. */
export type PathStreamError = PathError | 'ERR_PATH_BACK' | 'ERR_PATH_OLD';

/** A path with one more part, and the samples of that part: none for a part that does not continue what was received. */
export interface ContinuedPath {
  readonly stream: PathStream;
  readonly samples: PathPart['samples'];
}

const NO_SAMPLES = new Int32Array(0);

/** Continues a received path with the part that came with a batch which is over at `untilMs`. Never throws. */
export function continuePath(
  stream: PathStream,
  { isFirst, number, bytes }: PathChunk,
  untilMs: number,
): Result<ContinuedPath, PathStreamError> {
  if (!isFirst && number !== stream.next) return ok({ stream: { end: stream.end, next: null }, samples: NO_SAMPLES });
  // Clients send no part without a sample.
  if (bytes.length === 0) return err('ERR_PATH_MALFORMED');
  const part = decodePath(bytes, isFirst ? PATH_START : stream.end, untilMs);
  if (!part.ok) return part;
  const { samples, end } = part.value;
  const firstMs = samples[0] ?? 0;
  // Earlier samples are final, so a part must not be older than them.
  if (stream.end.tick >= 0 && slotOf(firstMs) <= slotOf(stream.end.tick * PATH_TICK_MS)) return err('ERR_PATH_BACK');
  // A sample's time is rounded down.
  if (firstMs <= untilMs - BATCH_MS - PATH_TICK_MS) return err('ERR_PATH_OLD');
  return ok({ stream: { end, next: numberAfter(number) }, samples });
}

/** The sixtieth of a second that a time belongs to. */
const slotOf = (timeMs: number): number => Math.floor((timeMs * PATH_RATE) / 1_000);
