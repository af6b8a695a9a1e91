/** Runs functions one after the other, in the order of the calls of `run`. A function runs at once when no other is running. */
export class Serial {
  readonly #onFault: (error: unknown) => void;
  #last: Promise<void> | null = null;

  /** `onFault` receives what a function throws or rejects with. The next one runs nevertheless. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  run(work: () => unknown): void {
    const started = this.#last === null ? this.#attempt(work) : this.#last.then(async () => this.#attempt(work));
    if (started === undefined) return;
    const last = started.finally(() => {
      if (this.#last === last) this.#last = null;
    });
    this.#last = last;
  }

  /** Resolves when everything that was given so far has run. */
  async settled(): Promise<void> {
    await this.#last;
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
