/** One requirement of every implementation: a sentence, and the code that checks it. */
export interface ConformanceCase<Fixture> {
  readonly title: string;
  /** Rejects when the implementation does not do it. */
  run(fixture: Fixture): Promise<void>;
}
