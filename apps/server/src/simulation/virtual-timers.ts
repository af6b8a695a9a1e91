import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { currentProcess, type SimulatedProcess } from './simulated-process.ts';

/** Shorter intervals are stretched to this, ms, because most of a simulation's time would go to checks that find nothing. */
const MIN_INTERVAL_MS = 500;

/** A timer of a simulated process. It has the methods of Node's timers that programs use. */
class VirtualTimer {
  #cancel: () => void;

  constructor(process: SimulatedProcess, what: string, ms: number, run: () => void, isRepeated: boolean) {
    const plan = (): (() => void) => {
      // A timer of a busy process is late. Most are a little late.
      const lateMs = process.random.chance(2) ? process.random.below(200) : process.random.below(3);
      return process.afterBound((isRepeated ? Math.max(MIN_INTERVAL_MS, ms) : ms) + lateMs, what, () => {
        if (isRepeated) this.#cancel = plan();
        run();
      });
    };
    this.#cancel = plan();
  }

  cancel(): void {
    this.#cancel();
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

type Callback = (...args: unknown[]) => void;

/**
 * Makes the timers and clocks of this program virtual for code of simulated processes. Other code keeps the real ones. It cannot be undone, because
 * promises of a simulation may outlive it.
 */
export function installVirtualTimers(): void {
  if (isInstalled) return;
  isInstalled = true;
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
  const create =
    (what: keyof typeof real, isRepeated: boolean) =>
    (callback: Callback, ms: unknown, ...args: unknown[]): unknown => {
      const process = currentProcess();
      if (process === undefined) return (real[what] as (...all: unknown[]) => unknown)(callback, ms, ...args);
      const run = AsyncLocalStorage.bind(() => callback(...args));
      return new VirtualTimer(process, what, typeof ms === 'number' ? Math.max(1, ms) : 1, run, isRepeated);
    };
  const clear =
    (what: keyof typeof real) =>
    (timer: unknown): void => {
      if (timer instanceof VirtualTimer) timer.cancel();
      else (real[what] as (timer: unknown) => void)(timer);
    };
  const createImmediate = (callback: Callback, ...args: unknown[]): unknown => {
    const process = currentProcess();
    if (process === undefined) return real.setImmediate(callback, ...args);
    const run = AsyncLocalStorage.bind(() => callback(...args));
    return { cancel: process.afterBound(0, 'setImmediate', run) };
  };
  const virtual = {
    setTimeout: create('setTimeout', false),
    setInterval: create('setInterval', true),
    setImmediate: createImmediate,
    clearTimeout: clear('clearTimeout'),
    clearInterval: clear('clearInterval'),
  };
  for (const name of ['setTimeout', 'setImmediate'] as const)
    Object.assign(virtual[name], { [promisify.custom]: real[name][promisify.custom as keyof object] });
  Object.assign(globalThis, virtual);
  installPromises();
  installClocks();
}

let isInstalled = false;

/** Replaces the functions of `node:timers/promises`. */
function installPromises(): void {
  const { setTimeout: realTimeout, setImmediate: realImmediate } = timersPromises;
  const delay = (process: SimulatedProcess, ms: number, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = process.after(ms, 'delay', resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        reject(signal.reason);
      });
    });
  const virtual = {
    async setTimeout<Value>(ms = 1, value?: Value, options?: { readonly signal?: AbortSignal }): Promise<Value> {
      const process = currentProcess();
      if (process === undefined) return realTimeout<Value>(ms, value, options);
      await delay(process, ms, options?.signal);
      return value as Value;
    },
    async setImmediate<Value>(value?: Value): Promise<Value> {
      const process = currentProcess();
      if (process === undefined) return realImmediate<Value>(value);
      await delay(process, 0, undefined);
      return value as Value;
    },
  };
  Object.assign(timersPromises, virtual);
  syncBuiltinESMExports();
}

/** Replaces the clocks. Servers receive theirs as `Context.now`; these are for the libraries. */
function installClocks(): void {
  const realNow = Date.now.bind(Date);
  const realPerformance = performance.now.bind(performance);
  Date.now = () => currentProcess()?.scheduler.nowMs ?? realNow();
  performance.now = () => currentProcess()?.scheduler.nowMs ?? realPerformance();
}
