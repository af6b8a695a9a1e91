import type { Log } from '../platform/log/index.ts';
import { FaultLog } from './fault-log.ts';

/** Work that turns of the battles start at intervals, one run at a time. Of several failures in a row the first is logged. */
export class PeriodicTask {
  /** When the next run is due, epoch ms. */
  dueAt = Number.NEGATIVE_INFINITY;
  readonly #everyMs: number;
  readonly #work: (nowMs: number) => Promise<void>;
  readonly #faults: FaultLog;
  #running: Promise<void> | null = null;

  /** `path` names the work in the log. */
  constructor(log: Log, path: string, everyMs: number, work: (nowMs: number) => Promise<void>) {
    this.#everyMs = everyMs;
    this.#work = work;
    this.#faults = new FaultLog(log, path);
  }

  /** Runs the work if it is due and does not run already. Resolves after that. */
  async run(nowMs: number): Promise<void> {
    if (this.#running !== null || nowMs < this.dueAt) return;
    this.dueAt = nowMs + this.#everyMs;
    this.#running = this.#work(nowMs)
      .then(
        () => this.#faults.succeed(),
        (error: unknown) => this.#faults.fail(error),
      )
      .finally(() => {
        this.#running = null;
      });
    await this.#running;
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }
}
