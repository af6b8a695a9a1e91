/** Which side of a figure is good, and where good ends. */
export type Bar = { readonly atMost: number } | { readonly atLeast: number };

/** A figure that a suite measures. */
export interface Metric {
  /** `<suite>.<what>_<unit>`, e.g. `engine.verify_arena_us`. */
  readonly name: string;
  /** None for a figure that is shown for comparison only. */
  readonly bar?: Bar;
  /** Program without which the figure is left out; none for a figure that is always measured. */
  readonly needs?: 'PostgreSQL' | 'POINTER_TRACES';
  /** What was measured, in a few words. */
  readonly note: string;
}

/** Figures by the names of their metrics. */
export type Readings = Readonly<Record<string, number>>;

/** Says on standard error what is being done: standard output is for the figures alone. */
export type Progress = (line: string) => void;

/** Metrics that are measured together. */
export interface Suite {
  readonly name: string;
  readonly metrics: readonly Metric[];
  /** Measures every metric of the suite, except those whose program is missing. Throws when one cannot be measured. */
  measure(progress: Progress): Promise<Readings>;
}

/** Whether a figure reaches its bar. */
export const reaches = (value: number, bar: Bar): boolean =>
  'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
