import { type Clock, createClock, describeClockEvent } from '../clock/index.ts';
import type { Context } from '../context/index.ts';
import { createLog, standardWriter } from '../log/index.ts';

/** What a server uses of the process that it runs in: its clock, its log, and what goes wrong with them. */
export type ProcessParts = Pick<Context, 'now' | 'log' | 'diagnostics'>;

/** Opens the clock and the log of this process, unless a test gives its own. Leaps of the clock are logged. */
export function openProcess(options: Partial<Pick<Context, 'now' | 'log'>>): ProcessParts {
  const output = standardWriter(1);
  const clock: Clock = createClock(undefined, (event) =>
    parts.log({ event: 'notice', about: 'clock', message: describeClockEvent(event) }),
  );
  const now = options.now ?? clock.now;
  const parts: ProcessParts = {
    now,
    log: options.log ?? createLog(output, now),
    diagnostics: { droppedLogLines: () => output.dropped, clockLeaps: clock.leaps },
  };
  return parts;
}

/** Keeps the process alive when nobody can read what it writes: errors of standard output and standard error are ignored. */
export function survivePrinting(): void {
  standardWriter(1);
  standardWriter(2);
}

/** Prints text for a person to standard output. */
export const print = (text: string): void => void standardWriter(1).write(text);
