import { median } from './sample.ts';

/** Pairs of readings whose median is taken. */
const PAIRS = 41;

/**
 * Heap bytes that `run` allocates: the median of many runs, each with the collector's work done before it, less what
 * the reading itself allocates. The result is exactly 0 when nothing is allocated, even if something else allocates in
 * some of the runs (a function that is compiled again, for example). `prepare` goes before each run and is not counted. Needs `--expose-gc` and a young
 * generation so large that no run fills it (`YOUNG_HEAP`). Warm `run` up first.
 */
export function heapBytesOf(run: () => void, prepare: () => void = () => undefined): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('Start node with --expose-gc');
  const measure = (work: () => void): number => {
    prepare();
    gc({ type: 'minor' });
    const before = process.memoryUsage().heapUsed;
    work();
    return process.memoryUsage().heapUsed - before;
  };
  const nothing = (): void => undefined;
  const pairs = Array.from({ length: PAIRS }, () => ({ reading: measure(nothing), run: measure(run) }));
  return Math.max(0, median(pairs.map((pair) => pair.run)) - median(pairs.map((pair) => pair.reading)));
}

/** What node must be started with for `heapBytesOf`. In MB: room for any run that is measured. */
export const YOUNG_HEAP: readonly string[] = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];
