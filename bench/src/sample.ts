/** Something that is timed again and again among others. */
export interface Contender {
  readonly name: string;
  /** One run. A promise is awaited before the next run. */
  run(): void | Promise<void>;
  /** Runs timed as one sample; many for a quick one, so that the clock's own cost vanishes. Default: 1. */
  readonly runs?: number;
  /** Takes part in every so many rounds; less often for a slow one. Default: 1. */
  readonly every?: number;
  /**
   * Which clock times it. `wall` is fine enough for samples of less than a few ms, of which a busy machine interrupts
   * few. `processor` counts the time of this thread alone, as long samples need, which are always interrupted; it is
   * good to about a ms. Default: `wall`.
   */
  readonly clock?: Clock;
}

type Clock = 'wall' | 'processor';

/** Time by a clock, ms. */
function readMs(clock: Clock): number {
  if (clock === 'wall') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** µs per run, a number a sample, by contender. */
export type Samples = ReadonlyMap<string, readonly number[]>;

/**
 * Times contenders in turns, round after round, so that what a machine does meanwhile befalls all of them alike. Rounds
 * up to `warmUps` are not counted: the compiler is still at work in them.
 */
export async function interleave(contenders: readonly Contender[], rounds: number, warmUps: number): Promise<Samples> {
  const samples = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    for (const { name, run, runs = 1, every = 1, clock = 'wall' } of contenders) {
      if (round % every !== 0) continue;
      const startMs = readMs(clock);
      for (let at = 0; at < runs; at++) {
        const result = run();
        // A synchronous contender is not charged for a turn of the event loop.
        if (result instanceof Promise) await result;
      }
      const usPerRun = ((readMs(clock) - startMs) * 1_000) / runs;
      if (round >= 0) samples.get(name)?.push(usPerRun);
    }
  }
  return samples;
}

/** The middle of some numbers, which a few disturbed ones do not move. NaN for none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value that a share (0 to 1) of some numbers do not exceed, interpolated. NaN for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** Median of a contender's samples, in µs. */
export const medianOf = (samples: Samples, name: string): number => median(samples.get(name) ?? []);

/**
 * One contender over another: the median over rounds of the ratio within a round, which a machine that is slow for a
 * while does not move. For contenders that take part in every round.
 */
export function medianRatio(samples: Samples, name: string, over: string): number {
  const dividends = samples.get(name) ?? [];
  const divisors = samples.get(over) ?? [];
  return median(dividends.flatMap((dividend, at) => (divisors[at] === undefined ? [] : [dividend / divisors[at]])));
}
