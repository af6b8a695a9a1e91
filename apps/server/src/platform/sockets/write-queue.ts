import type { Duplex } from 'node:stream';

/** Queues with data that is written when the code that is running now has ended. */
let filled: WriteQueue[] = [];

function writeAll(): void {
  const queues = filled;
  filled = [];
  for (const queue of queues) queue.flush();
}

/**
 * Joins everything that is sent on one stream within a turn of the event loop into one write. Each write is a system call, which costs several
 * times what it costs to prepare the data of a player in a battle.
 */
export class WriteQueue {
  readonly #stream: Duplex;
  readonly #isOpen: () => boolean;
  #first: Buffer | null = null;
  #others: Buffer[] | null = null;
  #length = 0;

  /** `isOpen`: whether the receiver still accepts data. What is queued when it does not is dropped. */
  constructor(stream: Duplex, isOpen: () => boolean) {
    this.#stream = stream;
    this.#isOpen = isOpen;
  }

  /** Bytes that are not written yet. */
  get length(): number {
    return this.#length;
  }

  /** Adds data. It must not change until it is written. */
  push(bytes: Buffer): void {
    if (this.#first === null) {
      this.#first = bytes;
      if (filled.push(this) === 1) process.nextTick(writeAll);
    } else if (this.#others === null) this.#others = [bytes];
    else this.#others.push(bytes);
    this.#length += bytes.length;
  }

  /** Writes everything now. */
  flush(): void {
    const first = this.#first;
    if (first === null) return;
    const others = this.#others;
    this.#first = null;
    this.#length = 0;
    this.#others = null;
    if (this.#stream.writable && this.#isOpen())
      this.#stream.write(others === null ? first : Buffer.concat([first, ...others]));
  }
}
