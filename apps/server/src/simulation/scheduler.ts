import { EventQueue, type SimulatedEvent } from './event-queue.ts';
import type { Random } from './random.ts';
import { Trace } from './trace.ts';

/** A process whose events a scheduler runs. */
export interface EventOwner {
  readonly name: string;
  readonly isAlive: boolean;
  /** Its events wait until this virtual time, ms. */
  readonly pausedUntilMs: number;
}

/** An event of a process, or of the world around all processes. */
interface Planned extends SimulatedEvent {
  readonly process: EventOwner | null;
}

/** The beginning of virtual time, epoch ms: noon, so that the limits of a day have room on both sides. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/**
 * Virtual time: runs events one after the other, in the order of their times, and lets all promises settle that an event resolves before the next
 * one runs. Events of the same ms run in an order that follows from the seed. Nothing else happens in a simulation, so the same seed gives the same run.
 */
export class Scheduler {
  readonly trace = new Trace();
  readonly #queue = new EventQueue<Planned>();
  readonly #random: Random;
  #nowMs = START_MS;
  #delayed = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Virtual epoch time, ms. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /**
   * Plans an event of a process, whose `run` has to run as code of it; one of the world when `process` is null. Returns a function that cancels the event.
   */
  plan(afterMs: number, process: EventOwner | null, what: string, run: () => unknown): () => void {
    const atMs = this.#nowMs + Math.max(0, afterMs);
    const event: Planned = { atMs, order: this.#random.next(), what, run, isCancelled: false, process };
    this.#queue.add(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Writes something into the trace. */
  note(who: string, what: string): void {
    this.trace.note(this.#nowMs - START_MS, who, what);
  }

  /** Runs all events up to a time, epoch ms, or until `isDone` says so. */
  async run(untilMs: number, isDone: () => boolean = () => false): Promise<void> {
    while (!isDone()) {
      const { first } = this.#queue;
      if (first === undefined || first.atMs > untilMs) break;
      this.#queue.takeFirst();
      if (first.isCancelled || first.process?.isAlive === false) continue;
      if (first.process !== null && first.process.pausedUntilMs > first.atMs) {
        this.#delay(first, first.process.pausedUntilMs);
        continue;
      }
      this.#nowMs = first.atMs;
      this.trace.add(first.atMs - START_MS, first.process?.name ?? 'world', first.what);
      first.run();
      await settlePromises();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }

  /** The process is paused: its events wait for its end, in their order and before the later ones. */
  #delay(event: Planned, atMs: number): void {
    event.atMs = atMs;
    event.order = ++this.#delayed - Number.MAX_SAFE_INTEGER;
    this.#queue.add(event);
  }
}

/** Resolves when no promise is left whose reactions could run. Node empties its queue of promises before it runs what `nextTick` was given. */
const settlePromises = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
