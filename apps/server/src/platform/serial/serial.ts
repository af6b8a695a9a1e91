/**
 * Runs functions one after the other, in the order of the calls of `run`. A function runs at once when no other is running. One that calls `run` itself
 * does not run the other function: that runs after it. It must not await `settled`, which would wait for itself.
 */
export class Serial {
  readonly #onFault: (error: unknown) => void;
  #last: Promise<void> | null = null;
  /** Whether the first part of a function runs, up to its first await. */
  #isStarting = false;
  /** What waits for a function that is starting: it has called `run`. */
  #nested: PromiseWithResolvers<void> | null = null;

  /** `onFault` receives what a function throws or rejects with. The next one runs nevertheless. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  run(work: () => unknown): void {
    if (this.#last !== null) this.#append(this.#last.then(async () => this.#attempt(work)));
    else if (this.#isStarting)
      this.#append((this.#nested = Promise.withResolvers<void>()).promise.then(async () => this.#attempt(work)));
    else this.#start(work);
  }

  /** Resolves when everything that was given so far has run. */
  async settled(): Promise<void> {
    await this.#last;
  }

  #start(work: () => unknown): void {
    this.#isStarting = true;
    let started: Promise<void> | undefined;
    try {
      started = this.#attempt(work);
    } finally {
      this.#isStarting = false;
      const nested = this.#nested;
      this.#nested = null;
      if (nested !== null) nested.resolve(started);
      else if (started !== undefined) this.#append(started);
    }
  }

  #append(promise: Promise<void>): void {
    const last = promise.finally(() => {
      if (this.#last === last) this.#last = null;
    });
    this.#last = last;
  }

  #attempt(work: () => unknown): Promise<void> | undefined {
    try {
      const result = work();
      return result instanceof Promise ? result.then(() => undefined, this.#onFault) : undefined;
    } catch (error) {
      this.#onFault(error);
      return undefined;
    }
  }
}
