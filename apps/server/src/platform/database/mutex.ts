/** One that waits for the lock. */
interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A lock that one caller at a time can hold. The others wait in the order of their calls. */
export class Mutex {
  #isLocked = false;
  readonly #waiting: Waiting[] = [];

  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Takes the lock. With a limit, rejects when it was not free in so many ms. */
  async lock(limitMs?: number): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new Error(`the lock was not free in ${limitMs} ms`));
      };
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
      const waiting: Waiting = { resolve, timer };
      this.#waiting.push(waiting);
    });
  }

  /** Hands the lock to the first that waits. */
  unlock(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#isLocked = false;
      return;
    }
    clearTimeout(next.timer);
    next.resolve();
  }
}
