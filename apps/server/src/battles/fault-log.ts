import { stackOf, type Log } from '../platform/log/index.ts';

/** Logs the first of several failures in a row, for work that is repeated many times a second. */
export class FaultLog {
  readonly #log: Log;
  readonly #path: string;
  #hasFailed = false;

  /** `path` names the work. */
  constructor(log: Log, path: string) {
    this.#log = log;
    this.#path = path;
  }

  fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#log({ event: 'fault', method: 'TURN', path: this.#path, stack: stackOf(error) });
  }

  succeed(): void {
    this.#hasFailed = false;
  }
}
