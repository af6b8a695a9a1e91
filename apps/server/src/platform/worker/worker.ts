import { stackOf, type Log } from '../log/index.ts';

/** A task that is repeated. */
export interface Task {
  readonly name: string;
  readonly run: () => unknown;
}

/** A running worker. */
export interface Worker {
  /** Starts no more tasks. Resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Runs tasks one after the other, and again `everyMs` after the last has ended. An exception of a task is logged and does not stop the others.
 */
export function startWorker(tasks: readonly Task[], everyMs: number, log: Log): Worker {
  let isStopping = false;
  let wake = (): void => undefined;

  async function turn(): Promise<void> {
    for (const { name, run } of tasks) {
      if (isStopping) return;
      try {
        await run();
      } catch (error) {
        log({ event: 'fault', method: 'TURN', path: name, stack: stackOf(error) });
      }
    }
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      await turn();
      if (isStopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const ended = work();
  return {
    async stop() {
      isStopping = true;
      wake();
      await ended;
    },
  };
}
