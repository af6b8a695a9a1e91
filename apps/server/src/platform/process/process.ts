import { type Clock, createClock, describeClockEvent } from '../clock/index.ts';
import type { Context } from '../context/index.ts';
import { createLog, standardWriter } from '../log/index.ts';

/** The clock and the log of a process, with counts of their faults. */
export type ProcessParts = Pick<Context, 'now' | 'log' | 'diagnostics'>;

/** Opens the clock and the log of this process; tests can pass their own. Jumps of the clock are logged. */
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

/** Ignores errors of standard output and standard error, which would end the process. */
export function survivePrinting(): void {
  standardWriter(1);
  standardWriter(2);
}

/** Prints text for a person to standard output. */
export const print = (text: string): void => void standardWriter(1).write(text);
