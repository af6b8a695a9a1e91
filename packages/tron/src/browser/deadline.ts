/** Timers of a page. A test brings its own. */
export interface Timers {
  readonly setTimeout: (call: () => void, delayMs: number) => number;
  readonly clearTimeout: (timer: number) => void;
}

/** The wallet did not answer in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** What a promise resolves to, within a time in ms. Throws a DeadlineError after that; the late answer is dropped. */
export async function within<Value>(timers: Timers, limitMs: number, answer: Promise<Value>): Promise<Value> {
  let timer = 0;
  const late = new Promise<never>((_resolve, reject) => {
    timer = timers.setTimeout(() => reject(new DeadlineError(`No answer within ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    timers.clearTimeout(timer);
  }
}

/** ms between two looks at what may come true. */
const LOOK_MS = 50;

/** Waits until something holds, at most a time in ms. Resolves with whether it does. */
export async function until(timers: Timers, limitMs: number, holds: () => boolean): Promise<boolean> {
  for (let leftMs = limitMs; !holds() && leftMs > 0; leftMs -= LOOK_MS) {
    await new Promise<void>((resolve) => {
      timers.setTimeout(resolve, Math.min(LOOK_MS, leftMs));
    });
  }
  return holds();
}
