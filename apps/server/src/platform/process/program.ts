import type { Log } from '../log/index.ts';

/** How long requests in flight may take after a signal to stop, ms. */
const GRACE_MS = 10_000;

/** What stops when a program receives a signal. */
interface Stoppable {
  readonly log: Log;
  /** Stops everything. Requests in flight have `graceMs` to end; resolves with the number of requests that were cut off. */
  readonly stop: (graceMs: number) => Promise<number>;
}

/** Prints an error for a person to standard error. */
export const printError = ({ code, message }: { readonly code: string; readonly message: string }): void =>
  console.error(`\n  ${message} (${code})\n`);

/** Prints an error for a person and exits with code 1. */
export function exitWithError(error: { readonly code: string; readonly message: string }): never {
  printError(error);
  process.exit(1);
}

/** Stops a program at SIGTERM or SIGINT. The first signal waits for the requests in flight; the second exits at once with code 1. */
export function stopOnSignals({ log, stop }: Stoppable): void {
  let isStopping = false;
  const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log({ event: 'stopping', signal });
    log({ event: 'stopped', signal, cut: await stop(GRACE_MS) });
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void onSignal(signal)).on('SIGINT', (signal) => void onSignal(signal));
}
