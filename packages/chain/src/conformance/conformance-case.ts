/** One thing that every implementation must do: a sentence, and the code that holds it to it. */
export interface ConformanceCase<Stage> {
  readonly title: string;
  /** Rejects when the implementation does not do it. */
  run(stage: Stage): Promise<void>;
}
