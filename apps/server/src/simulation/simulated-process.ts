import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from './random.ts';
import type { EventOwner, Scheduler } from './scheduler.ts';

/** The process whose code is running. */
const current = new AsyncLocalStorage<SimulatedProcess>();

/** The simulated process whose code calls this; undefined outside of a simulation. */
export const currentProcess = (): SimulatedProcess | undefined => current.getStore();

/**
 * A process of the simulation: one run of a server, or one player's page. All that its code starts belongs to it, by asynchronous context. After a crash
 * none of it has an effect: its timers do not fire, and what it waits for never comes.
 */
export class SimulatedProcess implements EventOwner {
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly random: Random;
  isAlive = true;
  /** The process does nothing before this virtual time, ms. */
  pausedUntilMs = 0;
  readonly #onCrash: (() => void)[] = [];
  /** Runs a function in the context of the process. It is made once, because `AsyncLocalStorage.run` makes another context at each call. */
  readonly #runInside: <Value>(work: () => Value) => Value;

  constructor(name: string, scheduler: Scheduler, random: Random) {
    this.name = name;
    this.scheduler = scheduler;
    this.random = random;
    this.#runInside = current.run(this, () => AsyncLocalStorage.snapshot());
  }

  /** Runs code as code of this process. */
  run<Value>(work: () => Value): Value {
    return this.#runInside(work);
  }

  /** Plans an event of this process. Returns a function that cancels it. */
  after(ms: number, what: string, run: () => unknown): () => void {
    return this.scheduler.plan(ms, this, what, () => this.#runInside(run));
  }

  /** Plans an event whose function runs as code of this process already, because it was bound to its context. */
  afterBound(ms: number, what: string, run: () => unknown): () => void {
    return this.scheduler.plan(ms, this, what, run);
  }

  /** Resolves after some virtual time. */
  async sleep(ms: number, what = 'sleep'): Promise<void> {
    return new Promise((resolve) => void this.after(ms, what, resolve));
  }

  /** Never resolves when the process has crashed. Everything that reaches outside of the process begins with it. */
  async survive(): Promise<void> {
    if (!this.isAlive) await never();
  }

  note(what: string): void {
    this.scheduler.note(this.name, what);
  }

  /** Adds what cuts the process off when it crashes. */
  onCrash(cut: () => void): void {
    this.#onCrash.push(cut);
  }

  /** Ends the process at once, in the middle of its work. */
  crash(why: string): void {
    if (!this.isAlive) return;
    this.note(`crashes: ${why}`);
    this.isAlive = false;
    for (const cut of this.#onCrash) cut();
  }
}

/** A promise that is never settled. Each is a new one, so that it can be collected with what waits for it. */
export const never = async (): Promise<never> => new Promise(() => undefined);
