import {
  continuePath,
  encodeHead,
  encodePath,
  makeChunk,
  PATH_START,
  PATH_STREAM_START,
  type PathChunk,
} from '@popfray/protocol/battle';

/** Bytes before each part: its number and whether it is a first one (`encodeHead`), the time of its batch (two bytes, the lower one first), and its length. */
const HEAD_BYTES = 4;
/** Size at first, bytes: half a round of a mouse. */
const FIRST_BYTES = 4_096;

const NO_BYTES = new Uint8Array(0);

/** The pointer's path of a whole round. */
interface ReceivedPath {
  /** `PATH_WORDS` numbers each. */
  readonly samples: Int32Array;
  /** The same as `encodePath` makes it from the start of the round. */
  readonly bytes: Uint8Array;
}

/** The pointer's path of one player as it was received: about 7 kB for a round, a quarter of what the samples would take. */
export class PathLog {
  #bytes = NO_BYTES;
  #length = 0;

  /** Adds a part that `continuePath` has accepted, of a batch that is over at `untilMs`. */
  add(chunk: PathChunk, untilMs: number): void {
    const { bytes } = chunk;
    const end = this.#length + HEAD_BYTES + bytes.length;
    if (end > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(FIRST_BYTES, 2 * this.#bytes.length, end));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set([encodeHead(chunk), untilMs & 0xff, untilMs >> 8, bytes.length], this.#length);
    this.#bytes.set(bytes, this.#length + HEAD_BYTES);
    this.#length = end;
  }

  /** The path as a whole; null when no part was ever received. */
  read(): ReceivedPath | null {
    if (this.#length === 0) return null;
    const parts: Int32Array[] = [];
    const pieces: Uint8Array[] = [];
    let stream = PATH_STREAM_START;
    let firsts = 0;
    for (let at = 0; at < this.#length;) {
      const [head = 0, low = 0, high = 0, length = 0] = this.#bytes.subarray(at, at + HEAD_BYTES);
      at += HEAD_BYTES;
      const chunk = makeChunk(head, this.#bytes.subarray(at, at + length));
      at += length;
      const part = continuePath(stream, chunk, low | (high << 8));
      if (!part.ok) throw new Error(`a part of a path that was accepted cannot be read: ${part.error}`);
      ({ stream } = part.value);
      if (part.value.samples.length === 0) continue;
      if (chunk.isFirst) firsts++;
      parts.push(part.value.samples);
      pieces.push(chunk.bytes);
    }
    const samples = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      samples.set(part, at);
      at += part.length;
    }
    // Parts that continue each other are the code of the whole path; encoding takes longer than everything else.
    const bytes = firsts === 1 ? Buffer.concat(pieces) : encodePath(samples, PATH_START).bytes;
    return { samples, bytes };
  }
}
