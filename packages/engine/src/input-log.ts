/** Words of an input: round time in ms, then x and y in quarter pixels. */
export const INPUT_WORDS = 3;

/** A round's accepted clicks in order, three integers each, in one array that grows by doubling. */
export class InputLog {
  private words: Int32Array;
  private length = 0;

  /** An empty log with room for a number of clicks before it has to grow. */
  constructor(room: number) {
    this.words = new Int32Array(room * INPUT_WORDS);
  }

  /** Clicks in the log. */
  get count(): number {
    return this.length / INPUT_WORDS;
  }

  push(timeMs: number, xQuarter: number, yQuarter: number): void {
    if (this.length === this.words.length) {
      const longer = new Int32Array(this.words.length * 2);
      longer.set(this.words);
      this.words = longer;
    }
    this.words[this.length] = timeMs;
    this.words[this.length + 1] = xQuarter;
    this.words[this.length + 2] = yQuarter;
    this.length += INPUT_WORDS;
  }

  /** Forgets the clicks after the first `count`. */
  truncate(count: number): void {
    this.length = Math.min(this.length, count * INPUT_WORDS);
  }

  /** A copy of the log from the click numbered `from`: time in ms, x and y in quarter pixels, three words a click. */
  copy(from = 0): Int32Array {
    return this.words.slice(from * INPUT_WORDS, this.length);
  }
}
